export const style = `
:root { color-scheme: light dark; --text: #1e2226; --page: #f6f6f3; --line: #deded8; --killed: #1b7a43; --killedElsewhere: #c07a00; --undecided: #9b9fa5; --survived: #cd4a3d; }
@media (prefers-color-scheme: dark) { :root { --text: #e3e6e9; --page: #14171b; --line: #30363d; --killed: #5cbf83; --killedElsewhere: #d99a2b; --undecided: #777d85; --survived: #dd5b4e; } }
body { margin: 0 auto; padding: 1rem; max-width: 90rem; background: var(--page); color: var(--text); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
table { border-collapse: collapse; }
th, td { padding: .125rem .75rem .125rem 0; text-align: left; font-weight: normal; border-bottom: 1px solid var(--line); vertical-align: top; }
thead th { font-weight: 650; }
td { font-variant-numeric: tabular-nums; }
.grid { overflow-x: auto; }
svg { display: block; }
.row { fill: transparent; }
g.survived .row, g.killedElsewhere .row { fill: var(--survived); fill-opacity: .2; }
rect.killed { fill: var(--killed); }
rect.killedElsewhere { fill: var(--killedElsewhere); }
rect.undecided { fill: var(--undecided); }
.key { display: flex; gap: 1.5rem; padding: 0; list-style: none; }
.key li::before { content: ""; display: inline-block; width: .75rem; height: .75rem; margin-right: .375rem; background: var(--tone); }
.key .killed { --tone: var(--killed); }
.key .killedElsewhere { --tone: var(--killedElsewhere); }
.key .undecided { --tone: var(--undecided); }
summary { cursor: pointer; margin: .5rem 0; }
ol p { margin: 0 0 .5rem; }
`
