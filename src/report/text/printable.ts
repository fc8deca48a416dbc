import { randomBytes } from 'node:crypto'

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
  return escapeLines(text).replace(sealed, (_, hex) => Buffer.from(hex, 'hex').toString()) as Printable
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

/**
 * Breaks up text that a GitHub runner would execute in the output of a step: `##[` anywhere in a line, and `::` at its
 * beginning, indented or not. The annotations of the reporter `github` stay.
 */
export function withoutRunnerCommands(text: string): string {
  return text.replace(atBeginning, '$1: :').replaceAll('##[', '## [')
}

const atBeginning = /^(?!::(?:error|warning|notice) (?:file|title)=)([^\S\n]*)::/gm

/** Control and format characters, lone surrogates and line separators, which a terminal obeys instead of showing. */
const obeyed = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu

/** Makes a text of a server one line that cannot control a terminal: such characters are shown by their number. */
export function escapeControl(text: string): string {
  return text.replace(obeyed, byNumber)
}

/** Escapes a text of several lines in the same way. Line breaks and tabs stay. */
export function escapeLines(text: string): string {
  return text.replace(/[^\n\t]+/g, escapeControl)
}

const byNumber = (character: string): string => {
  if (character === '\n') return '\\n'
  if (character === '\r') return '\\r'
  if (character === '\t') return '\\t'
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`
}

/** Escapes a text in the same way and cuts it after `most` characters. */
export function shown(text: string, most = 300): string {
  if (text.length <= most) return escapeControl(text)
  return `${escapeControl(text.slice(0, most))}… (${text.length} characters)`
}

/**
 * Writes JSON that can be printed safely. Characters that a terminal obeys and commands that a GitHub runner carries
 * out become numeric escapes. A parser reads the same value.
 */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value, null, 2)
  return `${text.replace(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|(?<=##)\[/gu, asEscape)}\n`
}

const asEscape = (character: string): string =>
  Array.from({ length: character.length }, (_, at) => character.charCodeAt(at))
    .map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`)
    .join('')
