/**
 * The public API: judge a server, and start the reference server, from a program or a test. The meaning of its exports
 * stays the same within a major version.
 */

export type { ExchangeSummary as ReceivedExchange } from '../mock/exchanges/exchange.ts'
export type { MockControl, ResponseOrder } from './app/mock/control.ts'
export { type JudgeSettings, judge } from './app/run/judge-server.ts'
export { type MockSettings, type RunningMock, startMock } from './app/start-mock.ts'
export { ConfigurationError, type ErrorCode } from './core/errors.ts'
export type { RunEvent } from './core/events.ts'
export type { Report } from './report/data/json.ts'
