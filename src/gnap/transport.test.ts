import { Agent } from 'undici'
import { expect, onTestFinished, test } from 'vitest'
import { serve } from '../http/testing/server.ts'
import { targetAt, testKey } from '../http/testing/target.ts'
import { createTransport } from './transport.ts'

/** Starts an authorization server that can answer with 503 for a while, and a client that does not really wait. */
const scene = async () => {
  let away = 0
  let asked = 0
  const url = await serve((_, response) => {
    asked++
    response.writeHead(away-- > 0 ? 503 : 200).end('{}')
  })
  const dispatcher = new Agent()
  onTestFinished(() => dispatcher.destroy())
  let time = 0
  const transport = createTransport({
    dispatcher,
    target: targetAt(url),
    now: () => new Date(time),
    monotonic: () => time,
    wait: async (milliseconds) => {
      time += milliseconds
    },
  })
  const send = async (times: number) => {
    away = times
    asked = 0
    const outcome = await transport.send({ method: 'POST', url, key: testKey, body: {} })
    return { status: 'response' in outcome ? outcome.response.status : undefined, asked }
  }
  return { send, outages: transport.outages.sentence }
}

test('an authorization server that stayed away is not waited for again, and earlier outages stay known', async () => {
  const { send, outages } = await scene()
  expect(await send(0)).toEqual({ status: 200, asked: 1 })
  expect(await send(2)).toEqual({ status: 200, asked: 3 })
  const sentence = outages()
  expect(sentence).toMatch(/ was unavailable for \d+ s; /)
  expect(await send(1000)).toMatchObject({ status: 503 })
  expect(outages()).toBe(sentence)
  expect(await send(1)).toEqual({ status: 503, asked: 1 })
})

test('an authorization server that has answered again is waited for again', async () => {
  const { send } = await scene()
  await send(0)
  await send(1000)
  expect(await send(0)).toEqual({ status: 200, asked: 1 })
  expect(await send(2)).toEqual({ status: 200, asked: 3 })
})
