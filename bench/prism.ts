import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

const command = createRequire(import.meta.url).resolve('@stoplight/prism-cli')
const document = fileURLToPath(new URL('../spec/openapi.yaml', import.meta.url))

const port = 4010

/** Starts Prism, which answers from the OpenAPI document, in its own process. */
export async function startPrism(): Promise<{ url: string; end: () => void }> {
  const url = `http://127.0.0.1:${port}`
  const args = [command, 'mock', '--host', '127.0.0.1', '--port', String(port), '-v', 'error', document]
  const child = spawn(process.execPath, args, { stdio: 'ignore' })
  for (let attempt = 0; attempt < 100 && child.exitCode === null; attempt++) {
    await new Promise((resolve) => setTimeout(resolve, 200))
    if (await isUp(url)) return { url, end: () => void child.kill() }
  }
  child.kill()
  throw new Error(`Prism did not answer at ${url}: is the port in use?`)
}

const isUp = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => true,
    () => false,
  )
