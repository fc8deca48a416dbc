import type { Variant } from '../changes/change.ts'
import { answeringBy } from '../changes/replacing.ts'
import type { ReceivedRequest } from '../core/request.ts'
import { hasHeader, requestHeaders } from '../openapi/request-headers.ts'
import type { Context } from '../state/world.ts'

/** Returns the statuses that the definitions of a request's headers allow. */
const allowedBy = ({ headers }: ReceivedRequest): number[] =>
  requestHeaders.filter(({ name }) => hasHeader(headers, name)).flatMap(({ answers = [] }) => answers)

const isRefusal = (status: number): boolean => status >= 400

/** Makes a variant that answers valid requests with the first allowed status of a kind. */
const answering = (
  id: string,
  says: string,
  isMeant: (status: number, context: Context) => boolean,
): Variant => ({
  id,
  says,
  extraGuards: [
    {
      id,
      family: 'rule',
      requirement: 'service.unnamed-headers',
      refuses: (context) => {
        const status = allowedBy(context.request).find((one) => isMeant(one, context))
        return status === undefined
          ? undefined
          : { status, description: 'A header of the request asks for this' }
      },
    },
  ],
})

/** Variants that act on the headers of a valid request as the definitions of these headers allow. */
export const requestHeaderVariants: readonly Variant[] = [
  answering(
    'headers-refused',
    'A valid request is refused for a header that the server does not support',
    isRefusal,
  ),
  answering(
    'headers-obeyed',
    'A valid request is answered with 304 or 307 if one of its headers allows that',
    (status, { request }) => status === 307 || (status === 304 && request.method === 'GET'),
  ),
  {
    id: 'ranges-served',
    says: 'A GET with a Range gets a 206',
    override: answeringBy((answer, { request }) =>
      answer.status === 200 && allowedBy(request).includes(206) ? { ...answer, status: 206 } : answer,
    ),
  },
]
