import { createHash } from 'node:crypto'
import type { Block, Document } from './document.ts'
import { documentOf, type Html, html, verbatim } from './html.ts'
import { script } from './script.ts'
import { reportStyle, style } from './style.ts'
import { plain } from './terminal.ts'

/** The script and the style that a page needs. The script is an empty text if the page needs none. */
interface Parts {
  script: string
  style: string
}

/** Builds a page that loads and sends nothing. Its policy permits only its own style and script. */
export function wholePage(document: Document, reloadsAfter: number | undefined, body: Html): string {
  const parts = partsOf(document)
  return documentOf(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policyWith(parts)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">${
    reloadsAfter !== undefined &&
    html`
<meta http-equiv="refresh" content="${reloadsAfter}">`
  }
<meta name="referrer" content="no-referrer">
<title>${plain(document.title)}</title>
<style>${verbatim(parts.style)}</style>
</head>
<body>
${body}${
  parts.script !== '' &&
  html`
<script>${verbatim(parts.script)}</script>`
}
</body>
</html>`)
}

const digestOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const policyWith = (parts: Parts): string =>
  [
    "default-src 'none'",
    `style-src ${digestOf(parts.style)}`,
    `script-src ${digestOf(parts.script)}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')

const partsOf = ({ blocks, verdict }: Document): Parts => {
  const hasControls = have(blocks, isControlled)
  const isPlain = !verdict && !hasControls && !have(blocks, ({ kind }) => kind === 'picture')
  return { script: hasControls ? script : '', style: isPlain ? style : style + reportStyle }
}

/** Returns true if one of the blocks, or of those in them, is of a kind. */
const have = (blocks: readonly Block[], isOfKind: (block: Block) => boolean): boolean =>
  blocks.some(
    (block) =>
      isOfKind(block) ||
      (block.kind === 'section' && have(block.blocks, isOfKind)) ||
      (block.kind === 'list' && block.items.some(({ blocks: inner = [] }) => have(inner, isOfKind))),
  )

/** Returns true if a part of the block does its work only with the page's script. */
const isControlled = (block: Block): boolean => {
  if (block.kind === 'code') return block.copies !== undefined
  if (block.kind === 'findings')
    return block.filter !== undefined || block.findings.some(({ card }) => card !== undefined)
  return block.kind === 'list' && block.filter !== undefined
}
