import { didYouMean } from '../../catalogue/nearest.ts'
import { ConfigurationError } from '../../core/errors.ts'
import { jsonText } from '../text/printable.ts'
import { type Document, type Form, forms } from './document.ts'
import { markdownText } from './markdown.ts'
import { documentPage } from './page.ts'
import { type Screen, terminalText } from './terminal.ts'

/** Something to show: the document to read, and the same as data for programs. */
export interface Presented {
  document: Document
  data: unknown
}

/** Prints a view in one of its forms. */
export function printedAs(form: Form, { document, data }: Presented, screen: Screen = {}): string {
  switch (form) {
    case 'text':
      return terminalText(document, screen)
    case 'markdown':
      return markdownText(document)
    case 'html':
      return documentPage(document)
    case 'json':
      return jsonText(data)
  }
}

/** A form as `--reporter` names it. */
export interface FormReporter {
  name: Form
  render: (shown: Presented, screen: Screen) => string
}

export function formReporterNamed(name: string): FormReporter {
  const form = forms.find((one) => one === name)
  if (form) return { name: form, render: (shown, screen) => printedAs(form, shown, screen) }
  throw unknownReporter(name, forms)
}

export const unknownReporter = (name: string, known: readonly string[]): ConfigurationError =>
  new ConfigurationError(
    'ERR_UNKNOWN_REPORTER',
    `--reporter ${name} is not a reporter${didYouMean(name, known) || `; there is ${known.join(', ')}`}`,
  )
