import { randomBytes } from 'node:crypto'
import { escapeControl } from './escape-control.ts'

declare const printable: unique symbol

/**
 * Text that cannot control a terminal. The streams of the command line accept nothing else, and only `line` and `lines`
 * make it, so no text of a server, a bundle or a file reaches a terminal unescaped.
 */
export type Printable = string & { readonly [printable]: true }

/**
 * Formats a template in which no value can begin a line or control the terminal: control characters are shown by their
 * number.
 */
export function line(texts: TemplateStringsArray, ...values: ReadonlyArray<string | number>): Printable {
  return lines(String.raw({ raw: texts }, ...values.map((value) => escapeControl(String(value)))))
}

/** Makes a text of several lines printable. Line breaks, tabs and the harness's own sequences stay. */
export function lines(text: string): Printable {
  return text.replace(/[^\n\t]+/g, escapeControl).replace(sealed, opened) as Printable
}

/**
 * Seals a control sequence of the harness itself, such as a colour. `line` and `lines` let only sealed sequences
 * through.
 */
export function ownSequence(sequence: string): string {
  return sequence && `${seal}${Buffer.from(sequence).toString('hex')};`
}

/** A random mark that no foreign text can contain: each process draws its own and never prints it. */
const seal = `${randomBytes(16).toString('hex')}:`
const sealed = new RegExp(`${seal}([0-9a-f]+);`, 'g')

const opened = (_: string, hex: string): string => Buffer.from(hex, 'hex').toString()
