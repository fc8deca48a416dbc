import { createHash } from 'node:crypto'
import { documentOf, type Html, html, verbatim } from './escape.ts'

interface PageHead {
  title: string
  style: string
  script?: string
  /** The number of seconds after which the page reloads itself. */
  reloadsAfter?: number | undefined
}

/** Builds a page that loads and sends nothing. Its policy permits only its own style and script. */
export function wholePage({ title, style, script = '', reloadsAfter }: PageHead, body: Html): string {
  return documentOf(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policyFor(style, script)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">${
    reloadsAfter !== undefined &&
    html`
<meta http-equiv="refresh" content="${reloadsAfter}">`
  }
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${verbatim(style)}</style>
</head>
<body>
${body}${
  script !== '' &&
  html`
<script>${verbatim(script)}</script>`
}
</body>
</html>`)
}

const policyFor = (style: string, script: string): string =>
  [
    "default-src 'none'",
    `style-src ${digestOf(style)}`,
    `script-src ${digestOf(script)}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')

const digestOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
