import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ObservationEvent, RunEvent } from '../../core/events.ts'
import type { ReportOptions } from '../exit-code.ts'
import {
  brokenClaim,
  end,
  evidence,
  exchange,
  failed,
  passed,
  plan,
  requirements,
  run,
  verdict,
  viewSaying,
} from '../testing/record.ts'
import { escapeControl } from '../text/printable.ts'
import { viewOf } from '../view.ts'
import { page } from './page.ts'

const options: ReportOptions = {
  colour: false,
  verbose: false,
  report: 'reports/my-wallet/report.json',
  complete: false,
  enforce: 'must',
}

const pageOf = (...events: RunEvent[]): string => page(viewOf([run(), ...events], requirements), options)

/** Returns the tags of a page with all of their attributes. */
const tagsIn = (text: string): string[] => text.match(/<[^>]*>/g) ?? []

/** Decodes character references, as a browser does for text and attributes. */
const readable = (text: string): string =>
  text.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))

test('no text of a server changes a tag or an attribute of the page', () => {
  const plain = tagsIn(page(viewSaying('x'), options))
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }), (said) => {
      expect(tagsIn(page(viewSaying(said), options))).toEqual(plain)
    }),
    { numRuns: 50 },
  )
})

test('remarks about the target file have a list of their own', () => {
  const shown = pageOf(
    plan('a/1'),
    passed('a/1', 'token.known'),
    end({ sentence: 'One is spent.\nTwo is.\nTwo is.' }),
  )
  expect(shown).toContain('About the target file and the server')
  expect(shown.match(/Two is\./g)).toHaveLength(1)
})

test('the page shows every text of a server as text', () => {
  const said = '<img src=x onerror=alert(1)>&amp;"\u202e'
  const shown = readable(page(viewSaying(said), options))
  for (const place of [
    'my-wallet',
    'https://wallet.example/op',
    'refused (any 4xx)',
    'status 201',
    'application/json',
    'x-powered-by: a server',
    'no answer: the connection was reset',
    'why',
    'a key',
    'ours',
    'x',
    '"@method": POST',
    'altered after signing: content-digest',
  ]) {
    expect(shown).toContain(`${place}${escapeControl(said)}`)
  }
})

test('the reason why nothing was judged is escaped', () =>
  expect(pageOf(end({ outcome: 'not judged', sentence: '<b>' }))).toContain(
    '<h1>Not judged: &#60;b&#62;</h1>',
  ))

test('the name of a header is escaped', () => {
  const view = viewSaying('')
  for (const exchange of view.exchanges.values()) {
    exchange.request.headers['<script>'] = 'x'
  }
  expect(page(view, options)).toContain('&#60;script&#62;: x')
})

test('the content security policy allows only the one style and the one script, by their hashes', () => {
  const shown = pageOf(end())
  const digest = (tag: string): string => {
    const [, inner = ''] = new RegExp(`<${tag}>(.*?)</${tag}>`, 's').exec(shown) ?? []
    return `'sha256-${createHash('sha256').update(inner).digest('base64')}'`
  }
  const [, policy = ''] = /Content-Security-Policy" content="([^"]*)"/.exec(shown) ?? []
  expect(readable(policy)).toBe(
    `default-src 'none'; style-src ${digest('style')}; script-src ${digest('script')}; base-uri 'none'; form-action 'none'`,
  )
  expect(shown).not.toMatch(/ style=| on\w+=|javascript:|src=|<link|<base|@import|url\(/)
})

test.each([
  [
    'good',
    'No MUST failed among the requirements that could be judged.',
    [plan('a/1'), passed('a/1', 'token.known'), end()],
  ],
  [
    'failure',
    'Not conforming: 1 requirement of level MUST failed.',
    [plan('a/1'), failed('a/1', evidence()), end()],
  ],
  ['warning', 'Not judged: Nothing listens.', [end({ outcome: 'not judged', sentence: 'Nothing listens.' })]],
  [
    'warning',
    'Interrupted. This report shows what was judged so far.',
    [plan('a/1'), passed('a/1', 'token.known')],
  ],
  [
    'warning',
    'The harness itself failed. Please report this, with the events of the run.',
    [plan('a/1'), verdict('a/1', { status: 'error', message: 'ours' }), end()],
  ],
])('the verdict is the first heading, in the colour of %s: %s', (tone, sentence, events) => {
  const shown = pageOf(...events)
  expect(shown).toContain(`<header class="verdict ${tone}">`)
  expect(shown.slice(shown.indexOf('<h1'))).toMatch(new RegExp(`^<h1>${sentence}</h1>`))
})

test('seed, profile and its overrides come before everything else', () => {
  const overrides = { query: { first: 'limit' } }
  const shown = readable(page(viewOf([run({ overrides }), end()], requirements), options))
  const first = shown.slice(shown.indexOf('<body>'), shown.indexOf('<main'))
  expect(first).toContain('<dt>profile</dt><dd>interface, but query.first "limit"</dd>')
  expect(first).toContain('<dt>seed</dt><dd>42, 20 generated cases per property</dd>')
})

test('a finding shows the requirement, what was expected and received, and the commands', () => {
  const shown = readable(page(viewSaying(''), options))
  const start = shown.indexOf('id="finding-right.wallet.list"')
  const card = shown.slice(start, shown.indexOf('</article>', start))
  expect(card).toContain('Broken: What right.wallet.list says')
  expect(card).toContain('Inferred. A list "on a wallet address" is that wallet\'s.')
  expect(card).toContain('<dt>Expected</dt><dd>refused (any 4xx)</dd>')
  expect(card).toContain('<dt>Received</dt><dd>status 201 (status 500)</dd>')
  expect(card).toContain('under first, as profile interface names it')
  for (const command of [
    'sign reports/my-wallet/report.json a/1',
    'replay reports/my-wallet/report.json a/1',
    'explain right.wallet.list',
  ]) {
    expect(card).toContain(`>op-conformance ${command}</code>`)
  }
})

test('findings of one requirement and one kind of answer are one card, with its other places', () => {
  const shown = pageOf(plan('a/1', 'a/2'), failed('a/1', evidence()), failed('a/2', evidence()), end())
  expect(shown.match(/<article/g)).toHaveLength(1)
  expect(shown).toContain('The same in 1 other place')
})

test('anchors of requirements, checks and findings stay the same when the server has other defects too', () => {
  const before = pageOf(plan('a/2'), failed('a/2', evidence({ requirement: 'token.required' })), end())
  const after = pageOf(
    plan('a/1', 'a/2'),
    failed('a/1', evidence()),
    failed(
      'a/2',
      evidence({ requirement: 'token.required' }),
      evidence({ requirement: 'token.required', got: 'status 500' }),
    ),
    end(),
  )
  for (const [anchor, content] of [
    ['finding-token.required', 'Broken: What token.required says'],
    ['requirement-token.required', 'What token.required says.'],
    ['check-a/2', 'Title of a/2'],
  ]) {
    for (const shown of [before, after]) {
      const start = shown.indexOf(`id="${anchor}"`)
      expect(start).toBeGreaterThan(0)
      expect(shown.slice(start, start + 700)).toContain(content)
      expect(shown.slice(start).match(/id="(.*?)"/)?.[1]).toBe(anchor)
    }
  }
  expect(after).toContain('id="finding-token.required-2"')
})

test('a finding shows its control and the marked exchange that broke it, both also as curl', () => {
  const whole = exchange(1, 'a/1', { response: { status: 201, headers: {}, body: '{"id":"q"}' } })
  const broken = exchange(2, 'a/1', {
    request: { ...exchange(2, '').request, body: '{"debitAmount":{"value":"7"},"x":1}' },
    response: { status: 201, headers: {}, body: '{"id":"q","debitAmount":{"value":"8"}}' },
  })
  const shown = pageOf(
    plan('a/1'),
    whole,
    broken,
    failed(
      'a/1',
      evidence({ exchange: 2, controlledBy: 1, given: { value: '7' }, got: 'debitAmount 8 USD/2' }),
    ),
    end(),
  )
  const summaries = [...shown.matchAll(/<summary>(.*?)<\/summary>/g)].map(([, text]) => text)
  expect(summaries.slice(0, 2)).toEqual(['The control, which was accepted', 'The exchange that broke it'])
  const marked = [...readable(shown).matchAll(/<mark>(.*?)<\/mark>/gs)].map(([, text]) => text)
  const lines = (value: string) => ['  "debitAmount": {', `    "value": "${value}"`]
  expect(marked).toEqual([...lines('7'), '  },', ...lines('8'), '  }'])
  expect(readable(shown).match(/>curl -X POST https:\/\/wallet\.example\/op\/quotes /g)).toHaveLength(2)
})

const asControl = { requirement: undefined as never }

test('each check shows all its steps, and a failed check links to its finding', () => {
  const held = (more: Partial<ObservationEvent>): RunEvent =>
    brokenClaim('a/1', { outcome: 'held', subject: 'create-quote', ...more })
  const shown = pageOf(
    plan('a/1', 'a/2'),
    held({ ...asControl, control: 0, want: 'accepted (any 2xx)' }),
    held({ got: 'status 401' }),
    held({ got: 'status 401' }),
    passed('a/1', 'token.known'),
    failed('a/2', evidence()),
    end(),
  )
  const list = shown.slice(shown.indexOf('id="check-a/1"'))
  expect(list.replace(/<[^>]*>/g, '')).toContain(
    'Steps\ncontrol held, create-quote: expected accepted (any 2xx); received status 201\n' +
      'held, 2 times, create-quote: expected refused (any 4xx); received status 401 token.known',
  )
  expect(list).toContain('<a href="#finding-token.known"><span class="failure">failed</span></a>')
})

test('a member that is absent is marked where it would be', () => {
  const answered = exchange(1, 'a/1', { response: { status: 201, headers: {}, body: '{"id":"q","a":{}}' } })
  const absent = evidence({ exchange: 1, want: 'must have createdAt', got: 'no createdAt' })
  expect(readable(pageOf(plan('a/1'), answered, failed('a/1', absent), end()))).toContain(
    '{\n  "id": "q",\n  "a": {}\n<mark>  (no createdAt)</mark>\n}</pre>',
  )
})

test('a long body shows its beginning and what surrounds the marked place', () => {
  const result = Array.from({ length: 400 }, (_, index) => ({ id: `${index}`, more: 'x'.repeat(100) }))
  const answered = exchange(1, 'a/1', {
    response: { status: 200, headers: {}, body: JSON.stringify({ result }) },
  })
  const wrong = evidence({ exchange: 1, resource: '399', got: 'gone' })
  const shown = readable(pageOf(plan('a/1'), answered, failed('a/1', wrong), end()))
  expect(shown).toMatch(
    /"id": "0"[\s\S]*\n…\n[\s\S]*<mark> {6}"id": "399",<\/mark>[\s\S]*characters in all; see report\.json/,
  )
  expect(shown).not.toContain('"id": "300"')
})

test('headings go down one step at a time', () => {
  const levels = [...page(viewSaying(''), options).matchAll(/<h(\d)/g)].map(([, level]) => Number(level))
  expect(levels[0]).toBe(1)
  for (const [index, level] of levels.entries()) expect(level - (levels[index - 1] ?? 0)).toBeLessThan(2)
})

test('every id is unique, and every reference leads to one', () => {
  const shown = page(viewSaying(''), options)
  const ids = [...shown.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)
  expect(new Set(ids).size).toBe(ids.length)
  const references = [...shown.matchAll(/ (?:href="#|aria-labelledby="|data-copy="|data-filters=")([^"]*)"/g)]
  for (const [, id] of references) expect(ids).toContain(id)
})
