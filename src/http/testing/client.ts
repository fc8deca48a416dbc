import { onTestFinished } from 'vitest'
import type { HttpRequest } from '../../core/http-request.ts'
import type { Outcome } from '../answers/answer.ts'
import { type SendOptions, transmit } from '../wire/client.ts'
import { createDispatcher } from '../wire/dispatcher.ts'
import { routesOf } from '../wire/route.ts'
import { type TargetChanges, targetAt } from './target.ts'

export const get: Omit<HttpRequest, 'url'> = { method: 'GET', headers: {} }
export const post: Omit<HttpRequest, 'url'> = { method: 'POST', headers: {}, body: Buffer.from('{}') }

export function clientOf(baseUrl: string, connection: TargetChanges['connection'] = {}) {
  const target = targetAt(baseUrl, { connection })
  const dispatcher = createDispatcher(target)
  onTestFinished(() => dispatcher.destroy())
  return (
    path: string,
    message: Omit<HttpRequest, 'url'> = get,
    options: SendOptions = {},
  ): Promise<Outcome> => {
    const url = baseUrl + path
    const route = routesOf(target).toTarget(url)
    return transmit(dispatcher, { ...message, url }, route, target.connection.requestTimeout, options)
  }
}

export function failureCode(outcome: Outcome): string {
  return 'failure' in outcome ? outcome.failure.code : 'answered'
}
