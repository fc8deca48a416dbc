/**
 * The public API: judge a server, and start the reference server, from a program or a test. The meaning of its exports
 * stays the same within a major version.
 */

export type { LedgerShown as Ledger, WalletAccount } from '../mock/control/world.ts'
export type { ExchangeSummary as ReceivedExchange } from '../mock/exchanges/exchange.ts'
export type { ShownExchange as ReceivedExchangeInFull } from '../mock/exchanges/shown.ts'
export type { MockControl, ResponseOrder } from './app/mock/control.ts'
export type { FixturesContents } from './app/mock/fixtures-contents.ts'
export { type JudgeSettings, judge } from './app/run/judge-server.ts'
export { type MockSettings, type MockTenant, type RunningMock, startMock } from './app/start-mock.ts'
export { ConfigurationError, type ErrorCode, NotJudgedError } from './core/errors.ts'
export type { RunEvent } from './core/events.ts'
export type { Json } from './core/json.ts'
export type { Verdict } from './core/verdict.ts'
export type { Coverage } from './report/coverage.ts'
export type { Report } from './report/data/json.ts'
export type { Finding } from './report/findings/finding.ts'
export type { TargetContents } from './target-file/contents.ts'
