import { onTestFinished } from 'vitest'

/** A server-sent event, as received. */
export interface Heard {
  id: string
  event: string
  data: unknown
}

/** Listens to server-sent events until the test ends or `stop` is called. */
export async function listenTo(url: string, lastEventId?: string) {
  const aborting = new AbortController()
  onTestFinished(() => aborting.abort())
  const answer = await fetch(url, {
    signal: aborting.signal,
    headers: lastEventId === undefined ? {} : { 'last-event-id': lastEventId },
  })
  const heard: Heard[] = []
  const over = read(answer, heard).catch(() => undefined)
  return {
    status: answer.status,
    heard,
    over,
    stop: () => aborting.abort(),
    /** Resolves with the first event of that name, which may have arrived already. */
    first: async (event: string): Promise<Heard> => {
      for (;;) {
        const found = heard.find((each) => each.event === event)
        if (found) return found
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
    },
  }
}

const read = async ({ body }: Response, heard: Heard[]): Promise<void> => {
  let text = ''
  for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) if (block !== ':') heard.push(eventIn(block))
  }
}

const eventIn = (block: string): Heard => {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1] ?? ''
  return { id: field('id'), event: field('event'), data: JSON.parse(field('data') || 'null') }
}
