import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lines } from '../text/printable.ts'
import {
  type Block,
  code,
  type Document,
  fact,
  forms,
  listed,
  paragraph,
  section,
  toned,
  words,
} from './document.ts'
import { terminalText } from './terminal.ts'
import { printedAs } from './view.ts'

/** A document with every kind of block and of text, in which a server says something everywhere. */
const saying = (said: string): Document => {
  const blocks: Block[] = [
    paragraph('One line.', ['Another, ', toned('strong', words(said)), '.']),
    { kind: 'facts', facts: [fact('name', words(said), code(said)), { values: [words(said)] }] },
    ...listed('A list', [{ mark: '- ', text: code(said), below: [words(said)] }]),
    { kind: 'table', head: ['id', 'what'], rows: [[code(said), words(said)]] },
    {
      kind: 'findings',
      findings: [{ grade: 'failure', label: 'key', title: words(said), facts: [fact('next', words(said))] }],
    },
    { kind: 'code', text: said, language: 'json' },
    { ...section(words(said), paragraph(words(said))), folded: true, count: 1 },
  ]
  return { title: 'Title', lead: words(said), blocks }
}

const printed = (form: (typeof forms)[number], said: string): string =>
  printedAs(form, { document: saying(said), data: { said } })

const tagsIn = (text: string): string[] => text.match(/<[^>]*>/g) ?? []

test('no text of a server changes a tag of a page', () => {
  const plain = tagsIn(printed('html', 'x'))
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }), (said) => {
      expect(tagsIn(printed('html', said))).toEqual(plain)
    }),
  )
})

test('no text of a server controls the terminal, in any form', () =>
  fc.assert(
    fc.property(fc.constantFrom(...forms), fc.string({ unit: 'binary', maxLength: 20 }), (form, said) => {
      const text = printed(form, said)
      expect(lines(text)).toBe(text)
    }),
  ))

test('Markdown shows what a server says as code, never as markup, a link or a mention', () => {
  const attack = '](http://127.0.0.1/) ![x](y) | <b> @everyone www.x.yz\n# x'
  const text = printed('markdown', attack)
    .replace(/^```.*?^```/gms, '')
    .replaceAll(/<code>.*?<\/code>/g, '')
  expect(text).not.toMatch(/127\.0\.0\.1|everyone|www|# x/)
})

test('a terminal gets facts, items and findings with their names aligned', () =>
  expect(terminalText(saying('said'), {})).toBe(`said

One line.
Another, said.

name  said
      said
said

A list (1)
  - said
      said

id    what
said  said

✗ key  said
       next  said

said

said
  said
`))

const long = 'A sentence that is much too long for one line of a terminal and continues on further ones.'
const narrow: Document = {
  title: 'Narrow',
  blocks: [
    { kind: 'facts', facts: [fact('expected', long)] },
    { kind: 'list', items: [{ mark: '- ', text: long, below: [long] }] },
    {
      kind: 'table',
      head: ['check', 'title'],
      rows: [[code('content-digest/absent-or-of-other-bytes'), long]],
      bare: true,
    },
    {
      kind: 'table',
      head: ['', 'killed', 'survived', 'equivalent'],
      rows: [['a source with a name of some length, of faults', '1', '22', '333']],
      figures: true,
    },
    {
      kind: 'findings',
      findings: [
        { grade: 'warning', label: 'receivers', title: toned('strong', long), facts: [fact('next', long)] },
      ],
    },
  ],
}

test('lines are wrapped to the width of a terminal, and hang below the beginning of their text', () => {
  const text = terminalText(narrow, { width: 60 })
  expect(text.split('\n').filter((line) => line.length > 60)).toEqual([])
  expect(text).toContain(`expected  A sentence that is much too long for one line of a
          terminal and continues on further ones.
`)
  expect(text).toContain(`content-digest/absent-or-of-other-bytes
    A sentence that is much too long for one line of a
    terminal and continues on further ones.
`)
  expect(text).toContain('\n    killed 1, survived 22, equivalent 333\n')
})

test('a pipe gets whole lines', () => expect(terminalText(narrow, {})).toContain(`expected  ${long}\n`))

const sequence = new RegExp(`${String.fromCodePoint(27)}\\[\\d+m`, 'g')

test('a coloured text has the same characters at the same places as one without colours', () => {
  const painted = terminalText(narrow, { width: 60, colour: true })
  const visible = lines(painted).replaceAll(sequence, '')
  expect(visible).not.toBe(lines(painted))
  expect(visible).toBe(terminalText(narrow, { width: 60 }))
})

test('a page stands alone: it loads nothing, and has a script only if something on it needs one', () => {
  const page = printed('html', 'said')
  expect(page).toMatch(/Content-Security-Policy" content="default-src &#39;none&#39;|default-src 'none'/)
  expect(page).not.toMatch(/<script|src=|@import|url\(/)
  const copied = { kind: 'code', text: 'said', copies: 'Copy it' } as const
  const blocks = [section('Commands', copied)]
  expect(printedAs('html', { document: { title: 'Title', blocks }, data: {} })).toMatch(/<script>/)
})
