import { defineConfig } from 'vitest/config'

// Tests that need a built package, other processes or a browser, and files that take over ten seconds, end in
// .slow.test.ts: `npm run test:slow`, and `npm run test:all` for all of those that are many and alike.
const slow = ['1', 'all'].includes(process.env['SLOW'] ?? '')
// Where .ci/steps.mjs wants the results, beside what is shown.
const report = process.env['TEST_REPORT']

// Tests run a sample of many similar cases, but all of them if somebody selects tests by their titles.
const isByTitle = process.argv.some((word) => /^(?:-t|--test-?name-?pattern)/i.test(word))

const excluded = ['node_modules', 'dist', 'lib', ...(slow ? [] : ['**/*.slow.test.ts'])]
const included = slow
  ? ['**/*.slow.test.ts']
  : ['{src,mock,suites,bench,mutation,examples,scripts}/**/*.test.ts', '.ci/*.test.mjs']
const officialClient = `**/official-client*${slow ? '.slow' : ''}.test.ts`

export default defineConfig({
  test: {
    // Files share what they import: loading it anew for each took half of the processor's time. The official client sends
    // by node's own fetch, which has to be loaded before undici is.
    projects: [
      {
        extends: true,
        test: { name: 'shared', isolate: false, include: included, exclude: [...excluded, officialClient] },
      },
      { extends: true, test: { name: 'apart', include: [officialClient], exclude: excluded } },
    ],
    // Compiled files are kept in node_modules, which halves the time until a single test has run.
    experimental: { fsModuleCache: true },
    env: isByTitle ? { TESTS_BY_TITLE: '1' } : {},
    // Half of them wait for servers and processes most of the time.
    maxWorkers: '100%',
    // A whole run takes minutes on a busy machine.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // A page may be drawn late on a busy machine.
    expect: { poll: { timeout: 10_000 } },
    reporters: report ? ['default', ['json', { outputFile: report }]] : ['default'],
  },
})
