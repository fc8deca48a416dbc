import type { RunEvent } from '../../core/events.ts'
import type { Redactor } from '../../http/records/redact.ts'

/**
 * Removes secrets from an event before it is recorded. Exchanges arrive without secrets, but observations of their
 * responses, and error messages, may still show some.
 */
export function withoutSecrets(event: RunEvent, { text, texts }: Redactor): RunEvent {
  switch (event.type) {
    case 'observation': {
      const words = {
        want: text(event.want),
        got: text(event.got),
        ...(event.resource === undefined ? {} : { resource: text(event.resource) }),
      }
      return event.given === undefined
        ? { ...event, ...words }
        : { ...event, ...words, given: texts(event.given) }
    }
    case 'check':
    case 'repeat': {
      if (event.state === 'skipped') return { ...event, missing: event.missing.map(text) }
      if (event.state !== 'ended') return event
      const { type, check, state, ...ending } = event
      return { type, check, state, ...texts(ending) }
    }
    case 'receiver':
      return { ...event, receiver: texts(event.receiver) }
    case 'end':
      return event.sentence === undefined ? event : { ...event, sentence: text(event.sentence) }
    case 'run':
    case 'plan':
    case 'exchange':
    case 'verdict':
    case 'payment':
    case 'resumed':
    case 'shard':
      return event
  }
}
