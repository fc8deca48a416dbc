/** The style of every page: readable from 360 pixels to print, and dark if the reader's system is. */
export const style = `
:root {
  color-scheme: light dark;
  --page: #f6f6f3; --card: #fff; --sunk: #f3f3ef; --line: #deded8; --text: #1e2226; --faint: #575e66; --link: #0b57a4;
  --good: #1b6b3d; --good-back: #e9f4ed; --failure: #ab2a1e; --failure-back: #fbecea;
  --warning: #7d5000; --warning-back: #fbf2dd; --note: #32577f; --note-back: #e9f0f8;
  --held: #4d9a6b; --noted: #6e95c2; --warned: #d99a2b; --broken: #cd4a3d; --missed: #9b9fa5; --untested: #d9d9d3; --marked: #ffe9a8;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --page: #14171b; --card: #1b1f24; --sunk: #15181c; --line: #30363d; --text: #e3e6e9; --faint: #a2aab3; --link: #8cbaff;
    --good: #82d3a2; --good-back: #16271d; --failure: #ff9d92; --failure-back: #301b1a;
    --warning: #ecc06f; --warning-back: #2b2313; --note: #a2c3ea; --note-back: #19232f;
    --held: #4f9f70; --noted: #5f86b5; --warned: #c98d29; --broken: #dd5b4e; --missed: #777d85; --untested: #3a4047; --marked: #57430f;
  }
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
html { scroll-behavior: smooth; scroll-padding-top: 1rem; }
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
body {
  margin: 0 auto; padding: 1rem; max-width: 72rem; background: var(--page); color: var(--text);
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif; overflow-wrap: anywhere;
}
code, pre { font: .875em/1.5 ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; }
pre { margin: 0; padding: .875rem 1rem; background: var(--sunk); border: 1px solid var(--line); border-radius: 6px; white-space: pre-wrap; word-break: break-all; }
a { color: var(--link); text-underline-offset: .15em; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: 3px; }
main:focus { outline: none; }
.skip { position: absolute; left: -99rem; }
.skip:focus { left: 1rem; top: 1rem; z-index: 1; padding: .5rem .75rem; background: var(--card); }
h1, h2, h3, h4 { line-height: 1.25; font-weight: 650; text-wrap: balance; }
h1 { margin: .125rem 0 .375rem; font-size: clamp(1.375rem, 1.15rem + 1vw, 1.875rem); color: var(--tone); }
h2 { margin: 3rem 0 1rem; font-size: 1.375rem; }
h3 { margin: 1.75rem 0 .75rem; font-size: 1.0625rem; }
h4 { margin: 0 0 .375rem; font-size: .875rem; color: var(--faint); }
ul { margin: 0; padding: 0; list-style: none; }
dl, dd, p { margin: 0; }
dt { color: var(--faint); }

.good { --tone: var(--good); --back: var(--good-back); }
.failure { --tone: var(--failure); --back: var(--failure-back); }
.warning { --tone: var(--warning); --back: var(--warning-back); }
.note { --tone: var(--note); --back: var(--note-back); }

nav { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; padding: 1rem .25rem 0; }
nav a { padding: .25rem 0; }

.facts { margin-bottom: .75rem; font-size: .9375rem; }
.facts div { display: grid; grid-template-columns: 6rem 1fr; padding: .1875rem 0; }

details { border-top: 1px solid var(--line); }
.link { margin-left: auto; padding: 0 .375rem; text-decoration: none; }
tr:target > *, li:target { background: var(--marked); }
summary { padding: .625rem 0; cursor: pointer; color: var(--link); }
summary:hover { text-decoration: underline; text-underline-offset: .15em; }
details > :not(summary) { margin-bottom: 1rem; }
details > ul > li { padding: .125rem 0; }
details details { border: 0; }
details > section { margin: 0 0 1rem; }
.lead { color: var(--faint); }
.lead, section > p { margin-bottom: 1rem; }

main > section > details { padding: 0 1.25rem; margin-bottom: .5rem; background: var(--card); border: 1px solid var(--line); border-radius: 8px; }
.reasons { background: var(--card); border: 1px solid var(--line); border-radius: 8px; }
.reasons > li { padding: .75rem 1.25rem; border-top: 1px solid var(--line); }
.reasons > li:first-child { border-top: 0; }

/* As list items, ten thousand would be numbered again for each that a filter hides. */
.entries > li { display: block; padding: .375rem 0; border-top: 1px solid var(--line); }
.entries > li > ul > li { padding-left: 1.25rem; color: var(--faint); }
.entries summary { width: fit-content; padding: .125rem 0; font-size: .875rem; }
.entries .entries > li { padding: .125rem 0 .125rem 1rem; font-size: .875rem; border: 0; }
.frame { position: relative; overflow-x: auto; background: var(--card); border: 1px solid var(--line); border-radius: 8px; }
.frame:focus-visible { outline-offset: -3px; }
.frame th, .frame td { padding: .375rem .875rem; }
.frame thead th { white-space: normal; }
.figured th:not(:first-child), .figured td { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
.frame tbody th { position: sticky; left: 0; min-width: 9rem; max-width: 30rem; background: var(--card); }
.frame tr:not(:has(:nth-child(3))) th { min-width: min(24rem, 50vw); }
.frame td { min-width: 4rem; }
body:has(.frame th:nth-child(6)) { max-width: 120rem; }
.aside { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.facts dd { grid-column: 2; }
span.good, span.failure, span.warning, span.note { color: var(--tone); }
span.faint { color: var(--faint); }
section > section { margin-left: 1rem; }
table { width: 100%; border-collapse: collapse; font-size: .9375rem; }
th, td { padding: .5rem .75rem .5rem 0; text-align: left; vertical-align: top; border-top: 1px solid var(--line); font-weight: 400; }
thead th { color: var(--faint); font-size: .875rem; border-top: 0; }
th, td { overflow-wrap: break-word; word-break: break-word; }
.frame td, .frame thead th { word-break: normal; }
.result { color: var(--tone); white-space: nowrap; }
footer { margin: 3rem 0 1rem; color: var(--faint); font-size: .875rem; max-width: 46rem; }
#said { position: fixed; right: 1rem; bottom: 1rem; padding: .5rem 1rem; background: var(--text); color: var(--page); border-radius: 6px; }
#said:empty { padding: 0; }

@media (max-width: 44rem) {
  body { padding: .5rem; }
  .facts div { grid-template-columns: 1fr; padding: .25rem 0; }
  .facts dd { grid-column: 1; }
  main > section > details, .reasons > li { padding-left: .875rem; padding-right: .875rem; }
}
@media print {
  .frame { overflow: visible; }
  :root { color-scheme: light; --page: #fff; --sunk: #fff; }
  html { font-size: 9.5pt; }
  body { max-width: none; padding: 0; }
  nav, .skip, #said { display: none; }
  tr, .entries > li { break-inside: avoid-page; }
  h2, h3 { break-after: avoid-page; }
}
`

/** The style of a verdict, of controls and of pictures. It follows the style of every page. */
export const reportStyle = `
.verdict { background: var(--card); border: 1px solid var(--line); border-radius: 10px; overflow: hidden; }
.banner { display: grid; grid-template-columns: auto 1fr; gap: .25rem 1.125rem; padding: 1.5rem; background: var(--back); }
.mark {
  display: grid; place-items: center; width: 3rem; height: 3rem; border-radius: 50%; background: var(--tone); color: var(--card);
  font-size: 1.5rem; font-weight: 700; line-height: 1;
}
.banner p { max-width: 48rem; }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(14rem, 1fr)); gap: .75rem; margin: 0; padding: 1.25rem 1.5rem; }
.figures li { padding: .875rem 1rem; background: var(--sunk); border-radius: 8px; }
.figures b { display: block; font-size: 1.0625rem; font-weight: 650; }
.figures span { color: var(--faint); font-size: .9375rem; }
.finding { margin: 0 0 1.25rem; padding: 1.25rem 1.5rem; background: var(--card); border: 1px solid var(--line); border-left: 4px solid var(--tone); border-radius: 8px; }
.finding:target { border-color: var(--tone); }
.finding h3 { margin: .5rem 0 1rem; font-size: 1.1875rem; }
.tags { display: flex; flex-wrap: wrap; gap: .375rem .5rem; align-items: center; }
.tag { padding: .0625rem .5rem; border: 1px solid var(--line); border-radius: 4px; font-size: .8125rem; color: var(--faint); }
.tag:has(> span, > a) { padding: 0; border-color: transparent; }
.tag > span { padding: .125rem .5rem; border-radius: 4px; background: var(--back); font-weight: 650; }
.sides { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 16rem), 1fr)); gap: .75rem; margin: 0 0 1rem; }
.sides div { padding: .75rem 1rem; border-radius: 6px; background: var(--sunk); }
.sides .got { background: var(--back); }
.sides dt { font-size: .8125rem; }
.sides .got dt { color: var(--tone); }
.sides dd { font-weight: 550; }
.verdict .facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 19rem), 1fr)); gap: .375rem 2rem; padding: 0 1.5rem 1.25rem; margin: 0; }
.verdict .facts div { grid-template-columns: 5.5rem 1fr; padding: 0; }
mark { background: var(--marked); color: inherit; }
.copyable { display: flex; gap: .5rem; align-items: stretch; }
.copyable code { flex: 1; white-space: pre-wrap; padding: .5rem .75rem; background: var(--sunk); border: 1px solid var(--line); border-radius: 6px; }
button, input, select { font: inherit; color: inherit; background: var(--card); border: 1px solid var(--faint); border-radius: 6px; padding: .25rem .75rem; }
button { cursor: pointer; min-width: 5rem; }
button:hover { background: var(--sunk); }
button.done { color: var(--good); border-color: var(--good); }
.filter { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; margin: 0 0 1rem; font-size: .9375rem; }
.filter input { width: min(16rem, 60vw); }
.filter output { color: var(--faint); }
.filter output { min-width: 5rem; }
.group { margin: 0 0 .375rem; font-weight: 650; color: var(--faint); }
.finding:focus { outline: 3px solid var(--link); outline-offset: 2px; }
.legend { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin-bottom: 1rem; font-size: .875rem; color: var(--faint); }
.legend i { display: inline-block; width: .75rem; height: .75rem; margin-right: .375rem; border-radius: 2px; vertical-align: -.0625rem; }
.bar { display: block; width: 100%; height: .5rem; border-radius: 4px; background: var(--untested); }
.figures .bar { margin-top: .625rem; }
.held { fill: var(--held); } i.held { background: var(--held); }
.noted { fill: var(--noted); } i.noted { background: var(--noted); }
.warned { fill: var(--warned); } i.warned { background: var(--warned); }
.broken { fill: var(--broken); } i.broken { background: var(--broken); }
.missed { fill: var(--missed); } i.missed { background: var(--missed); }
.untested { fill: var(--untested); } i.untested { background: var(--untested); }
.axis { display: flex; justify-content: space-between; margin-bottom: 1rem; color: var(--faint); font-size: .875rem; }
summary:has(.bar) { display: grid; grid-template-columns: 15rem 12rem 1fr; gap: .25rem 1.25rem; align-items: center; color: var(--text); }
summary:has(.bar)::-webkit-details-marker { display: none; }
summary:has(.bar) b::before { content: "\\25B8"; display: inline-block; width: 1.125rem; color: var(--link); }
[open] > summary:has(.bar) b::before { content: "\\25BE"; }
summary:has(.bar) b { font-weight: 400; }
/* Only the items on the screen are laid out. */
.entries > li[data-item] { content-visibility: auto; contain-intrinsic-size: auto 5rem; }
.drawn { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 24rem), 1fr)); gap: .75rem; }
.drawn > li { display: grid; grid-template-columns: 1fr 7rem; gap: .75rem; padding: .75rem 1rem; background: var(--card); border: 1px solid var(--line); border-radius: 8px; font-size: .875rem; }
.picture { display: block; overflow: visible; }
.picture path { fill: none; stroke: var(--held); stroke-width: 2; }
.picture[preserveAspectRatio] { width: 100%; max-height: 24rem; overflow: hidden; background: var(--card); border: 1px solid var(--line); border-radius: 6px; }
.picture .row { fill: transparent; }
.picture .stands { fill: var(--broken); fill-opacity: .2; }
@media (max-width: 44rem) {
  .banner, .finding { padding: 1rem; }
  .banner { grid-template-columns: 1fr; }
  .mark { width: 2.25rem; height: 2.25rem; font-size: 1.125rem; }
  .figures { padding: 1rem; }
  .verdict .facts { padding: 0 1rem 1rem; }
  summary:has(.bar) { grid-template-columns: 1fr; }
  .verdict .facts dd { grid-column: 2; }
  .copyable { flex-direction: column; }
}
@media print {
  .filter, button { display: none; }
  .finding, .verdict { break-inside: avoid-page; }
  .sides div, .figures li { border: 1px solid var(--line); }
  .finding details::details-content { display: block; content-visibility: visible; }
}
`
