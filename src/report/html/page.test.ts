import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RunEvent } from '../../core/events.ts'
import { escapeControl } from '../escape-control.ts'
import type { ReportOptions } from '../options.ts'
import { end, evidence, failed, passed, plan, requirements, run, verdict } from '../testing/record.ts'
import { viewSaying } from '../testing/saying.ts'
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

/** Tags, with everything that stands in them. */
const tagsIn = (text: string): string[] => text.match(/<[^>]*>/g) ?? []

/** What a reader sees, and what stands in attributes. */
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

test('what is said beside the verdict is a paragraph of its own', () =>
  expect(
    pageOf(plan('a/1'), passed('a/1', 'token.known'), end({ sentence: 'The token is spent.' })),
  ).toContain(
    '<h1>No MUST failed among the requirements that could be judged.</h1>\n<p>The token is spent.</p><p>',
  ))

test('every text of a server is on the page, as text', () => {
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

test('the reason why nothing was judged is text too', () =>
  expect(pageOf(end({ outcome: 'not judged', sentence: '<b>' }))).toContain(
    '<h1>Not judged: &#60;b&#62;</h1>',
  ))

test('the name of a header is text too', () => {
  const view = viewSaying('')
  for (const exchange of view.exchanges.values()) {
    exchange.request.headers['<script>'] = 'x'
  }
  expect(page(view, options)).toContain('&#60;script&#62;: x')
})

test('the policy allows the one style and the one script, by what they are, and nothing else', () => {
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

test('seed, profile and what overrides it stand before everything else', () => {
  const overrides = { query: { first: 'limit' } }
  const shown = readable(page(viewOf([run({ overrides }), end()], requirements), options))
  const first = shown.slice(shown.indexOf('<body>'), shown.indexOf('<main'))
  expect(first).toContain('<dt>profile</dt><dd>interface, but query.first "limit"</dd>')
  expect(first).toContain('<dt>seed</dt><dd>42, 20 generated cases per property</dd>')
})

test('a finding shows the requirement, what was wanted beside what came, and the commands', () => {
  const shown = readable(page(viewSaying(''), options))
  const card = shown.slice(shown.indexOf('id="finding-1"'), shown.indexOf('</article>'))
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

test('headings go down one step at a time', () => {
  const levels = [...page(viewSaying(''), options).matchAll(/<h(\d)/g)].map(([, level]) => Number(level))
  expect(levels[0]).toBe(1)
  for (const [index, level] of levels.entries()) expect(level - (levels[index - 1] ?? 0)).toBeLessThan(2)
})

test('every id is there once, and every reference to one leads somewhere', () => {
  const shown = page(viewSaying(''), options)
  const ids = [...shown.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)
  expect(new Set(ids).size).toBe(ids.length)
  const references = [...shown.matchAll(/ (?:href="#|aria-labelledby="|data-copy="|data-filters=")([^"]*)"/g)]
  for (const [, id] of references) expect(ids).toContain(id)
})
