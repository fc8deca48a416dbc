import { clockIsRefused } from '../clock.ts'
import type { Probe, Seen } from './probe.ts'

/** A request signed at the server's time, where that is not ours. */
export function clockSuspects({ clock }: Seen): Probe[] {
  return clock && Math.abs(clock.ahead) > clock.within
    ? [{ difference: { ahead: clock.ahead }, found: () => clockIsRefused(clock) }]
    : []
}
