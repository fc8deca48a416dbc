import type { ShellCommand } from '../commands.ts'
import { type Html, html } from './escape.ts'

const purposes: Record<ShellCommand['name'], string> = {
  replay: 'Repeats the same steps with the same values',
  sign: 'Signs the request again',
  explain: 'Shows the requirement in full',
}

/** A command with a button that copies it, which shows where the page's script runs. */
export function copyable({ name, command }: ShellCommand, within: string): Html {
  const id = `${within}-${name}`
  return html`<li><span>${purposes[name]}</span>
<div><code id="${id}">${command}</code><button type="button" data-copy="${id}" aria-label="Copy the command: ${name}" hidden>Copy</button></div></li>`
}
