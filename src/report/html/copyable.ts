import { type Html, html, linesOf } from './escape.ts'

/**
 * A command with a button that copies it. The button appears only if the page's script runs. `id` is unique on the
 * page.
 */
export function copyable({ id, text, label }: { id: string; text: string; label: string }): Html {
  return html`<div class="copyable"><code id="${id}">${linesOf(text)}</code><button type="button" data-copy="${id}" aria-label="${label}" hidden>Copy</button></div>`
}
