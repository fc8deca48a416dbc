import { expect, test } from 'vitest'
import type { RunEvent } from '../../core/events.ts'
import { documentPage } from '../document/page.ts'
import { end, evidence, exchange, failed, passed, plan, requirements, run } from '../testing/record.ts'
import { viewOf } from '../view.ts'
import { timelineSection } from './timeline.ts'

const drawn = (...events: RunEvent[]): string => {
  const blocks = timelineSection(viewOf([run(), ...events], requirements))
  return blocks.length === 0 ? '' : documentPage({ title: 'Timeline', blocks })
}

const during = (number: number, check: string, second: number, milliseconds: number) =>
  exchange(number, check, { at: `2026-01-01T00:00:0${second}Z`, milliseconds })

const bars = (shown: string): Array<Record<string, string>> =>
  [...shown.matchAll(/<rect (.*?)><title>(.*?)<\/title>/g)].map(([, attributes = '', title = '']) => ({
    title,
    ...Object.fromEntries([...attributes.matchAll(/(\w+)="(.*?)"/g)].map(([, name, value]) => [name, value])),
  }))

test('a bar spans the time of its check in the colour of its verdict, and parallel checks have lanes of their own', () => {
  const shown = drawn(
    plan('a/1', 'a/2', 'a/3', 'a/4'),
    during(1, 'a/1', 0, 2500),
    during(2, 'a/2', 2, 5000),
    during(3, 'a/3', 5, 1000),
    passed('a/1', 'token.known'),
    failed('a/2', evidence()),
    passed('a/3', 'token.known'),
    end({ at: '2026-01-01T00:00:10Z' }),
  )
  expect(bars(shown)).toEqual([
    { title: 'a/1: 2.5 s', class: 'held', x: '0', y: '0', width: '250', height: '6' },
    { title: 'a/2: 5.0 s', class: 'broken', x: '200', y: '8', width: '500', height: '6' },
    { title: 'a/3: 1.0 s', class: 'held', x: '500', y: '0', width: '100', height: '6' },
  ])
  expect(shown).toMatch(/passed<\/li>.*failed<\/li>/)
  expect(shown).not.toContain('not judged')
  expect(shown).toMatch(/<li>5\.0 s, from 2\.0 s on: Title of a\/2 /)
})

test('the timeline stays lower than a screen, however many checks ran in parallel', () => {
  const ids = Array.from({ length: 300 }, (_, index) => `a/${index}`)
  const shown = drawn(plan(...ids), ...ids.map((id, index) => during(index, id, 1, 1000)), end())
  expect(bars(shown)).toHaveLength(300)
  expect(shown).toContain('viewBox="0 0 1000 320"')
})

test('a run that sent nothing has no timeline', () => expect(drawn(plan('a/1'), end())).toBe(''))
