import { style as reportStyle } from '../../report/html/style.ts'

/**
 * The style of reports, with room for a grid: wide on a projector, and scrolling sideways in its own frame on a phone.
 */
export const style = `${reportStyle}
body { max-width: 120rem; }
.frame { position: relative; overflow-x: auto; background: var(--card); border: 1px solid var(--line); border-radius: 8px; }
.frame:focus-visible { outline-offset: -3px; }
.grid { width: auto; min-width: 100%; border-collapse: separate; border-spacing: 0; }
.grid th, .grid td, .grid td:last-child { width: auto; padding: .5rem .875rem; overflow-wrap: break-word; word-break: normal; }
.grid thead th { position: sticky; top: 0; background: var(--card); color: var(--text); font-weight: 650; white-space: normal; min-width: 6rem; max-width: 11rem; vertical-align: bottom; }
.grid tbody th { position: sticky; left: 0; background: var(--card); min-width: 11rem; max-width: 30rem; }
.grid .cell { text-align: center; white-space: nowrap; font-variant-numeric: tabular-nums; }
.grid .cell a { display: block; color: inherit; }
.cell b { font-size: 1.125rem; line-height: 1; }
.cell.held { color: var(--good); } .cell.noted { color: var(--note); }
.cell.warned { color: var(--warning); background: var(--warning-back); }
.cell.broken { color: var(--failure); background: var(--failure-back); font-weight: 650; }
.cell.unexercised, .cell.untested, .cell.unbound { color: var(--faint); }
.cell.unjudged { color: var(--warning); background: repeating-linear-gradient(135deg, transparent 0 6px, var(--sunk) 6px 12px); }
.does { min-width: 9rem; max-width: 20rem; }
.does.unseen { color: var(--faint); }
.answers { white-space: nowrap; font-variant-numeric: tabular-nums; }
.keys { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; margin: 0 0 1rem; font-size: .9375rem; }
.keys b { display: inline-block; min-width: 1.25rem; }
.keys span { color: var(--faint); }
.why { display: block; max-width: 14rem; white-space: normal; font-size: .8125rem; }
.because { margin-bottom: .75rem; }
#payments ol { margin: 0; padding-left: 1.5rem; }
#payments li { padding: .125rem 0; }
.aside { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.participants td { min-width: 11rem; }
.participants .good, .participants .bad { font-weight: 650; white-space: nowrap; }
.participants .good { color: var(--good); } .participants .bad { color: var(--failure); } .participants .open { color: var(--warning); font-weight: 650; white-space: nowrap; }
.does details { border: 0; padding: 0; margin: 0; }
.does summary { padding: 0; }
.topics details { padding: 0 1.25rem; background: var(--card); border: 1px solid var(--line); border-radius: 8px; margin-bottom: .5rem; }
.topics .frame { margin-bottom: 1rem; }
.topics summary b { color: var(--text); font-weight: 650; }
@media (min-width: 100rem) { html { font-size: 112.5%; } }
@media (max-width: 44rem) {
  .grid th, .grid td, .grid td:last-child { padding: .375rem .5rem; }
  .grid tbody th { min-width: 8.5rem; max-width: 9.5rem; font-size: .875rem; }
  .grid tbody th .id { font-size: .75rem; word-break: break-word; }
  .topics details { padding: 0 .5rem; }
}
@media print { .frame { overflow: visible; } }
`
