import type { ReportOptions } from '../options.ts'
import type { RunView } from '../view.ts'
import { areasOf } from './areas.ts'
import { checks } from './checks.ts'
import { coverage } from './coverage.ts'
import { documentOf, type Html, html, verbatim } from './escape.ts'
import { findings } from './findings.ts'
import { knownFailures } from './known-failures.ts'
import { notes } from './notes.ts'
import { policyFor } from './policy.ts'
import { script } from './script.ts'
import { style } from './style.ts'
import { unjudged } from './unjudged.ts'
import { verdict } from './verdict.ts'

/** The report as one page that needs nothing else: it loads nothing, and nothing that the target said is more than text. */
export function page(view: RunView, options: ReportOptions): string {
  const covered = areasOf(view.coverage, view.findings).flatMap(({ requirements }) => requirements)
  const open = unjudged(view)
  const left = notes(view)
  const known = knownFailures(options)
  const sections: Array<[id: string, title: string]> = [
    ['findings', `Findings (${view.findings.length})`],
    ...(known ? [['known', 'Known failures'] satisfies [string, string]] : []),
    ['coverage', 'Coverage'],
    ...(open ? [['unjudged', 'Not judged'] satisfies [string, string]] : []),
    ...(left ? [['notes', 'Left open'] satisfies [string, string]] : []),
    ['checks', 'All checks'],
  ]
  return documentOf(html`<!doctype html>
<html lang="en">
${head(view)}
<body>
<a class="skip" href="#main">Skip to the findings</a>
${verdict(view, covered, options)}
<nav aria-label="Sections">${sections.map(([id, title]) => html`<a href="#${id}">${title}</a>`)}</nav>
<main id="main" tabindex="-1">
${findings(view, options)}
${known}
${coverage(view)}
${open}
${left}
${checks(view)}
</main>
<footer><p>Tokens, keys and signatures were replaced by digests before anything was written. Responses of the
server are shown as plain text, exactly as received.</p></footer>
<p id="said" role="status"></p>
<script>${verbatim(script)}</script>
</body>
</html>`)
}

const head = ({ run }: RunView): Html => html`<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policyFor({ style, script })}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${run.target.name}: conformance report</title>
<style>${verbatim(style)}</style>
</head>`
