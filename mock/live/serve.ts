import type { Request, Response } from 'express'
import { livePage } from './page.ts'

/** The live page of the mock, or of a tenant, that lies where it is asked for. */
export function servePage(request: Request, response: Response): void {
  const { html, policy } = livePage(request.baseUrl)
  response
    .set({
      'content-security-policy': policy,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    })
    .type('html')
    .send(html)
}
