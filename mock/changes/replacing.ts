import type { Answer } from '../core/answer.ts'
import type { Arrived, Behaviour, World } from '../state/world.ts'
import type { Override } from './change.ts'

type AnyFunction = (...args: never[]) => unknown

/** A function of the behaviour, by its group and its name. */
export type FunctionOf<G extends keyof Behaviour, N extends keyof Behaviour[G]> = Extract<
  Behaviour[G][N],
  AnyFunction
>

/** A function type without its type parameters. */
export type Plain<F extends AnyFunction> = (...args: Parameters<F>) => ReturnType<F>

/** A way to replace a function. */
export interface Instead<F extends AnyFunction> {
  /** Wraps the function: takes the old one, returns the new one. */
  by?: ((right: Plain<F>, world: World) => Plain<F>) | undefined
  /** Changes what the function returns. */
  gives?: ((right: ReturnType<F>, ...args: Parameters<F>) => ReturnType<F>) | undefined
  /** Changes the first argument of the function. */
  takes?: ((...args: Parameters<F>) => Parameters<F>[0]) | undefined
}

export function replacing<G extends keyof Behaviour, N extends keyof Behaviour[G]>(
  group: G,
  name: N,
  instead: Instead<FunctionOf<G, N>>,
): Override {
  return (behaviour, world) => {
    const right = behaviour[group][name] as unknown as Plain<FunctionOf<G, N>>
    return { [group]: { [name]: functionOf(instead, right, world) } }
  }
}

/** Changes each answer that is not a refusal, depending on the request that it answers. */
export function answeringBy(change: (answer: Answer, arrived: Arrived) => Answer): Override {
  return ({ requests: { began }, answers: { answered } }) => {
    let latest: Arrived | undefined
    return {
      requests: {
        began: (arrived) => {
          began(arrived)
          latest = arrived
        },
      },
      answers: {
        answered: (whole, operation) => {
          const answer = answered(whole, operation)
          return latest ? change(answer, latest) : answer
        },
      },
    }
  }
}

const functionOf = <F extends AnyFunction>(
  { by, gives, takes }: Instead<F>,
  right: Plain<F>,
  world: World,
): Plain<F> => {
  if (by) return by(right, world)
  return (...args) => {
    const [, ...others] = args
    const given = right(...((takes ? [takes(...args), ...others] : args) as Parameters<F>))
    return gives ? gives(given, ...args) : given
  }
}
