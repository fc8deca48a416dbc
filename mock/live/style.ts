/** The style of the live page: quiet, readable from 360 pixels, dark if the reader's system is. */
export const style = `
:root {
  color-scheme: light dark;
  --page: #f6f6f3; --card: #fff; --sunk: #f3f3ef; --line: #deded8; --text: #1e2226; --faint: #575e66; --link: #0b57a4;
  --good: #1b6b3d; --good-back: #e9f4ed; --bad: #ab2a1e; --bad-back: #fbecea; --odd: #7d5000; --odd-back: #fbf2dd;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --page: #14171b; --card: #1b1f24; --sunk: #15181c; --line: #30363d; --text: #e3e6e9; --faint: #a2aab3; --link: #8cbaff;
    --good: #82d3a2; --good-back: #16271d; --bad: #ff9d92; --bad-back: #301b1a; --odd: #ecc06f; --odd-back: #2b2313;
  }
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
body {
  margin: 0 auto; padding: 1rem; max-width: 90rem; background: var(--page); color: var(--text);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif; overflow-wrap: anywhere;
}
code, pre { font: .875em/1.5 ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; unicode-bidi: isolate; }
pre { margin: 0; padding: .625rem .75rem; max-height: 24rem; overflow: auto; background: var(--sunk); border: 1px solid var(--line); border-radius: 6px; white-space: pre-wrap; word-break: break-all; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: 4px; }
.skip { position: absolute; left: -99rem; }
.skip:focus { left: 1rem; top: 1rem; z-index: 1; padding: .5rem .75rem; background: var(--card); color: var(--link); }
h1, h2, h3, h4, p, ul, ol, dl, dd { margin: 0; }
ul, ol { padding: 0; list-style: none; }
h1 { font-size: 1.375rem; line-height: 1.25; }
h2 { font-size: 1.0625rem; }
h3 { font-size: .875rem; color: var(--faint); font-weight: 650; }
.faint { color: var(--faint); font-size: .9375rem; }
header { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; margin-bottom: 1rem; }
header .where { flex: 1 1 16rem; }
.pill { padding: .125rem .75rem; border-radius: 1rem; font-size: .875rem; font-weight: 600; background: var(--odd-back); color: var(--odd); }
.pill.on { background: var(--good-back); color: var(--good); }
main { display: grid; grid-template-columns: minmax(0, 1.55fr) minmax(0, 1fr); gap: 1rem; align-items: start; }
main:focus { outline: none; }
.side { display: grid; gap: 1rem; }
section { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 1rem; }
.bar { display: flex; flex-wrap: wrap; gap: .25rem 1rem; align-items: baseline; margin-bottom: .75rem; }
.bar h2 { flex: 1 1 auto; }
.bar label, .bar output { font-size: .9375rem; color: var(--faint); }
button, input, select { font: inherit; color: inherit; background: var(--card); border: 1px solid var(--faint); border-radius: 6px; padding: .25rem .75rem; min-height: 2.125rem; max-width: 100%; }
input[type=checkbox] { min-height: 0; width: 1rem; height: 1rem; vertical-align: -.125rem; }
button { cursor: pointer; }
button:hover { background: var(--sunk); }
button[aria-pressed=true] { background: var(--odd-back); color: var(--odd); border-color: var(--odd); }
form, .buttons { display: flex; flex-wrap: wrap; gap: .5rem; align-items: end; }
form label { display: grid; grid-template-columns: minmax(0, 1fr); gap: .125rem; font-size: .875rem; color: var(--faint); }
form label :is(input, select) { color: var(--text); font-size: 1rem; }
.grow { flex: 1 1 12rem; min-width: 0; }
.grow :is(input, select) { width: 100%; }
.short input { width: 5.5rem; }
section > * + * { margin-top: .75rem; }
.now { font-size: 1.25rem; font-variant-numeric: tabular-nums; font-weight: 600; }
.wrong { color: var(--bad); font-weight: 550; }

.rows > li { border-top: 1px solid var(--line); }
.row { display: grid; grid-template-columns: 3.75rem 5.5rem 3.75rem minmax(0, 1fr) auto; gap: .125rem .75rem; align-items: baseline; width: 100%; padding: .4375rem .25rem; border: 0; border-radius: 4px; background: none; text-align: left; font-size: .9375rem; }
.row .id, .row .at { color: var(--faint); font-variant-numeric: tabular-nums; }
.row .status { justify-self: end; padding: 0 .5rem; border-radius: 4px; font-weight: 650; background: var(--good-back); color: var(--good); }
.refused .row .status { background: var(--bad-back); color: var(--bad); }
.row .by { grid-column: 4 / -1; color: var(--bad); font-size: .875rem; }
.row .altered { grid-column: 4 / -1; color: var(--odd); font-size: .875rem; }
.row[aria-expanded=true] { background: var(--sunk); }
.more { display: grid; gap: .75rem; padding: .75rem .25rem 1.25rem; min-width: 0; }
.more > div { min-width: 0; }
.more h3 { margin-bottom: .25rem; }
.finding { padding: .75rem 1rem; border-left: 4px solid var(--bad); border-radius: 6px; background: var(--bad-back); }
.finding p + p, .finding p + ul { margin-top: .375rem; }
.finding .cause { color: var(--bad); font-weight: 650; }
.lines li { display: grid; grid-template-columns: 5.25rem minmax(0, 1fr); gap: 0 .5rem; font-size: .9375rem; }
.lines li > span { color: var(--faint); font-size: .8125rem; }
.lines .received code { text-decoration: underline wavy var(--bad); text-underline-offset: .2em; }
.lines .expected code { font-weight: 650; }

.on li, .orders li { display: flex; gap: .5rem; align-items: start; justify-content: space-between; padding: .375rem 0; border-top: 1px solid var(--line); }
.on li:first-child, .orders li:first-child { border-top: 0; }
button { flex: none; }
.on p { color: var(--faint); font-size: .9375rem; }
details { border-top: 1px solid var(--line); }
summary { padding: .5rem 0; cursor: pointer; color: var(--link); }
.things { max-height: 26rem; overflow: auto; }
.thing { padding: .4375rem .25rem; border-top: 1px solid var(--line); font-size: .9375rem; }
.thing .line { display: flex; flex-wrap: wrap; gap: 0 .75rem; justify-content: space-between; }
.thing .id { color: var(--faint); font-size: .8125rem; }
.thing.changed { animation: changed 2.5s ease-out; }
@keyframes changed { from { background: var(--odd-back); } }
@media (prefers-reduced-motion: reduce) { .thing.changed { animation: none; box-shadow: inset 3px 0 var(--odd); } }
progress { width: 100%; height: .375rem; accent-color: var(--good); }
#said { position: fixed; right: 1rem; bottom: 1rem; max-width: calc(100vw - 2rem); padding: .5rem 1rem; background: var(--text); color: var(--page); border-radius: 6px; }
#said:empty { padding: 0; }

@media (max-width: 60rem) { main { grid-template-columns: minmax(0, 1fr); } }
@media (max-width: 34rem) {
  body { padding: .5rem; }
  header { padding: .25rem; }
  section { padding: .75rem; }
  .row { grid-template-columns: auto 1fr auto; }
  .row .id { order: 1; } .row .at { order: 2; } .row .status { order: 3; }
  .row .method { order: 4; } .row .url { order: 5; grid-column: 2 / -1; }
  .row .by, .row .altered { order: 6; grid-column: 1 / -1; }
  .lines li { grid-template-columns: minmax(0, 1fr); }
}
`
