import { randomBytes } from 'node:crypto'
import { escapeControl } from './escape-control.ts'

declare const printable: unique symbol

/**
 * Text that a terminal only shows. The streams of the command line take nothing else, and `line` and `lines` are the only
 * way to make it: so no text of a server, of a bundle or of a file reaches a terminal as it came.
 */
export type Printable = string & { readonly [printable]: true }

/** A template in which no value begins a line or has a terminal do anything: control characters are shown by their number. */
export function line(texts: TemplateStringsArray, ...values: ReadonlyArray<string | number>): Printable {
  return lines(String.raw({ raw: texts }, ...values.map((value) => escapeControl(String(value)))))
}

/** The same for text that has lines of its own: line breaks and tabs stay, as do the harness's own sequences. */
export function lines(text: string): Printable {
  return text.replace(/[^\n\t]+/g, escapeControl).replace(sealed, opened) as Printable
}

/** A control sequence of the harness itself, such as a colour: `line` and `lines` let it through, and nothing else. */
export function ownSequence(sequence: string): string {
  return sequence && `${seal}${Buffer.from(sequence).toString('hex')};`
}

/** No foreign text has it: each process draws its own, and it is never printed. */
const seal = `${randomBytes(16).toString('hex')}:`
const sealed = new RegExp(`${seal}([0-9a-f]+);`, 'g')

const opened = (_: string, hex: string): string => Buffer.from(hex, 'hex').toString()
