/** A view that can be had in every form, with something that it says in all of them. */
export interface View {
  argv: readonly string[]
  says: string
  option: '--format' | '--reporter'
}

const view = (argv: readonly string[], says: string): View => ({ argv, says, option: '--format' })

const report = 'reports/mock/report.json'

/** The views that take moments. They read t.yaml and the report of a run that was judged by it. */
export const views: readonly View[] = [
  view(['list'], 'tokens/unknown'),
  view(['list', '--faults'], 'without-token-known'),
  view(['list', '--conditions'], 'page-backwards'),
  view(['list', '--variants'], 'lists-ascending'),
  view(['explain', 'token.known'], 'tokens/unknown'),
  view(['explain', 'tokens/unknown'], 'token.known'),
  view(['plan', 't.yaml', '--only', 'tokens'], 'interface'),
  view(['doctor', 't.yaml'], 'receivers'),
  view(['diff', report, report], 'interface'),
]

/** The views that need a run or several. */
export const longViews: readonly View[] = [
  {
    argv: ['run', 't.yaml', '--only', 'tokens/unknown', '--out', 'reports/again'],
    says: '127.0.0.1',
    option: '--reporter',
  },
  {
    argv: [
      'selftest',
      '--jobs',
      '1',
      '--runs',
      '1',
      '--fault',
      'without-token-known',
      '--only',
      'tokens/unknown',
    ],
    says: 'without-token-known',
    option: '--reporter',
  },
  view(
    ['matrix', 't.yaml', '--only', 'tokens/unknown', '--no-payments', '--out', 'reports/event'],
    '127.0.0.1',
  ),
]
