import { Pool } from 'undici'
import { onTestFinished } from 'vitest'
import { seeded } from '../core/random.ts'
import type { ListeningMock, Mock, MockOptions } from '../server/options.ts'
import { createMock } from '../server/server.ts'

export const noon = Date.UTC(2026, 0, 1, 12)

export interface Running extends Mock, ListeningMock {
  /** Opens as many sockets as there are concurrent requests. */
  connection: Pool
}

/** Starts a mock with a fixed clock and seed on a free port. It is closed when the test ends. */
export async function running(options: Partial<MockOptions> = {}): Promise<Running> {
  const mock = createMock({
    now: () => noon,
    random: seeded(1),
    onMistake: (error) => {
      throw error
    },
    ...options,
  })
  const listening = await mock.listen({ port: 0 })
  const connection = new Pool(listening.url)
  let closing: Promise<void> | undefined
  const close = () => {
    closing ??= connection.destroy().then(listening.close)
    return closing
  }
  onTestFinished(close)
  return { ...mock, ...listening, connection, close }
}
