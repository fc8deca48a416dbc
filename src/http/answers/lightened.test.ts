import { expect, test } from 'vitest'
import { parseJson } from '../../core/json.ts'
import { lightened } from './lightened.ts'

const outcomeOf = (text: string) => ({ response: { status: 200, headers: {}, text, json: parseJson(text) } })

test('the record keeps only the beginning of a long answer and of its long texts, and all that is short', () => {
  const text = `{"padding":"${'x'.repeat(100_000)}","result":[{"id":"a","__proto__":{"b":"${'y'.repeat(70_000)}"}}],"n":9007199254740993}`
  const light = lightened(outcomeOf(text))
  expect(light).toMatchObject({
    response: { status: 200, text: text.slice(0, 1024), json: { padding: 'x'.repeat(1024) } },
  })
  expect(JSON.stringify(light).length).toBeLessThan(4000)
  expect(JSON.stringify(light)).toContain('"__proto__":{"b":"yyy')
  expect(JSON.stringify(light)).toContain('"id":"a"')
})

test('an answer of usual length is kept as it is', () => {
  const outcome = outcomeOf(`{"id":"${'x'.repeat(60_000)}"}`)
  expect(lightened(outcome)).toBe(outcome)
})
