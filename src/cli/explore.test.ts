import { test } from 'vitest'
import { readFileSync, existsSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { join } from 'node:path'
import { command, folder } from './testing/command.ts'
import { serveMock, writeTarget } from './testing/mock.ts'
import { serve, serveRaw, serveBytes } from '../wire/testing/server.ts'

const answer = (status: number, headers: Record<string,string> = {}, body = '') => () => serve((_q, s) => { s.writeHead(status, headers); s.end(body) })
const servers: Record<string, () => Promise<string>> = {
  nobody: async () => 'http://127.0.0.1:1',
  dns: async () => 'http://no-such-host.invalid',
  html200: answer(200, {'content-type': 'text/html'}, '<html>hi'),
  html404: answer(404, {'content-type': 'text/html'}, '<html>hi'),
  closes: () => serveRaw((s) => s.once('data', () => s.end())),
  destroys: () => serveRaw((s) => s.destroy()),
  never: () => serve(() => undefined),
  neverends: () => serve((_q, s) => { s.writeHead(200, {'content-type': 'application/json'}); s.write('{') }),
  resets: () => serve((_q, s) => { s.writeHead(200, {'content-type': 'application/json', 'content-length': '100'}); s.write('{"a":', () => s.socket?.resetAndDestroy()) }),
  '401': answer(401), '403': answer(403), '404': answer(404, {'content-type': 'application/json'}, '{}'), '500': answer(500), '301': answer(301, {location: 'http://127.0.0.1:1/'}), '429': answer(429, {'retry-after': '1'}), '204': answer(204),
  '400': answer(400), '418': answer(418),'100': () => serveBytes('HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n'),
  gzip: () => serve((_q, s) => { s.writeHead(200, {'content-type': 'application/json', 'content-encoding': 'gzip'}); s.end(gzipSync('{}')) }),
  empty200: answer(200), obj200: answer(200, {'content-type': 'application/json'}, '{}'),
  huge: answer(200, {}, 'x'.repeat(2_000_000)),
  nothttp: () => serveRaw((s) => s.end('SSH-2.0-OpenSSH\r\n')),
  silent: () => serveRaw(() => undefined),
}
for (const [name, server] of Object.entries(servers)) for (const walletAsset of [undefined, {assetCode: 'USD', assetScale: 2}])
test(`explore ${name}`, async () => {
  const cwd = await folder()
  const { target } = await serveMock()
  const url = await server()
  writeTarget(cwd, target, { connectUrl: url, walletAsset, limits: {...target.limits as object, requestTimeout: '200ms'} })
  const t = performance.now()
  const r = await command(['run', 't.yaml'], { cwd })
  const out = r.stdout.split('\n')
  console.log(`@@ ${name} ${walletAsset ? 'asset' : 'noasset'} -> ${r.code} ${Math.round(performance.now()-t)}ms ${r.stdout.length} err=${r.stderr.slice(0,2000)}\n@@` + out.slice(out.findIndex(l => l.startsWith('Checks'))).join('\n@@'))
  if (!existsSync(join(cwd, 'reports/mock/report.json'))) console.log('@@ NO REPORT')
}, 60000)
