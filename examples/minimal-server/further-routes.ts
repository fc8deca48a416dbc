import { bodyOf } from './body.ts'
import {
  completeIncomingPayment,
  createIncomingPayment,
  getGrant,
  getOutgoingPayment,
  showToStranger,
} from './further-operations.ts'
import { getIncomingPayment } from './operations.ts'
import type { Route } from './routes.ts'

/** What the published specification has beyond the interface, and in place of it. */
export const furtherRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: /^\/incoming-payments$/,
    status: 201,
    answer: (service, token, { body }) => createIncomingPayment(service, token, bodyOf(body)),
  },
  {
    method: 'POST',
    path: /^\/incoming-payments\/([^/]+)\/complete$/,
    status: 200,
    answer: (service, token, { id }) => completeIncomingPayment(service, token, id),
  },
  {
    method: 'GET',
    path: /^\/incoming-payments\/([^/]+)$/,
    status: 200,
    answer: (service, token, { id }) => getIncomingPayment(service, token, id),
    toStrangers: (service, { id }) => showToStranger(service, id),
  },
  {
    method: 'GET',
    path: /^\/outgoing-payments\/([^/]+)$/,
    status: 200,
    answer: (service, token, { id }) => getOutgoingPayment(service, token, id),
  },
  {
    method: 'GET',
    path: /^\/outgoing-payment-grant$/,
    status: 200,
    answer: (_, token) => getGrant(token),
  },
]
