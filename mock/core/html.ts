import { createHash } from 'node:crypto'

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text as it may stand in HTML, and in a quoted attribute. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '')
}

/** The source expression by which a Content-Security-Policy allows exactly this inline style or script. */
export function hashed(inline: string): string {
  return `'sha256-${createHash('sha256').update(inline).digest('base64')}'`
}
