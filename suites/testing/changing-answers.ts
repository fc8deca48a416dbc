import type { Dispatcher } from 'undici'

/** A response on its way to the harness, as undici passes it on. */
export interface Given {
  status: number
  headers: Record<string, string | string[]>
  body: Buffer
}

export type Change = (given: Given, request: { method: string; path: string }) => Given

/** Wraps a dispatcher so that `change` turns each response into the one that the harness sees. */
export function changing(dispatcher: Dispatcher, change: Change): Dispatcher {
  return dispatcher.compose((dispatch) => (options, handler) => {
    const given: Given = { status: 0, headers: {}, body: Buffer.alloc(0) }
    return dispatch(options, {
      onRequestStart: (...all) => handler.onRequestStart?.(...all),
      onResponseStart: (_, status, headers) => {
        given.status = status
        for (const [name, value] of Object.entries(headers))
          if (value !== undefined) given.headers[name] = value
      },
      onResponseData: (_, chunk) => {
        given.body = Buffer.concat([given.body, chunk])
      },
      onResponseEnd: (controller, trailers) => {
        const { status, headers, body } = change(given, options)
        handler.onResponseStart?.(controller, status, headers)
        handler.onResponseData?.(controller, body)
        handler.onResponseEnd?.(controller, trailers)
      },
      onResponseError: (...all) => handler.onResponseError?.(...all),
    })
  })
}
