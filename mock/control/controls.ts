import { forgetAnswers, orderAnswers, showAnswers } from './answers.ts'
import { moveClock, resetWorld } from './clock.ts'
import type { Control } from './control.ts'
import { listExchanges, showExchange } from './exchanges.ts'
import { showLedger, showResources } from './ledger.ts'
import { makeReceiver } from './receivers.ts'
import { showFaults, showVariants, useFaults, useVariants } from './setup.ts'
import { addTenant, dropTenant, listTenants, showTenant } from './tenants.ts'

/** All that can be asked of a running mock, beside its events, its page and its description. */
export const controls: readonly Control[] = [
  moveClock,
  resetWorld,
  makeReceiver,
  showLedger,
  orderAnswers,
  showAnswers,
  forgetAnswers,
  showFaults,
  useFaults,
  showVariants,
  useVariants,
  listExchanges,
  showExchange,
  showResources,
  addTenant,
  listTenants,
  showTenant,
  dropTenant,
]
