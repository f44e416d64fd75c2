/** One kind of request: its labels are put together once, and each time that is counted is a few additions. */
export type CountSeconds = (seconds: number) => void

export type RequestSeconds = {
  of(method: string, route: string, status: number): CountSeconds
  /** All that was counted, as the text format of Prometheus has it. */
  text(): string
}

type Counted = { readonly labels: string; readonly upTo: number[]; count: number; sum: number }

const NAME = 'http_request_seconds'

/**
 * How long requests took, by their kind. The library's histogram puts its labels together anew for every value, which for
 * an answer that stands is a twentieth of all its work.
 */
export function createRequestSeconds(bounds: readonly number[]): RequestSeconds {
  const kinds = new Map<string, Counted>()

  return {
    of(method, route, status) {
      const labels = `method="${escaped(method)}",route="${escaped(route)}",status="${status}"`
      const known = kinds.get(labels)
      const counted: Counted = known ?? { labels, upTo: bounds.map(() => 0), count: 0, sum: 0 }
      if (known === undefined) kinds.set(labels, counted)
      return (seconds) => {
        counted.count += 1
        counted.sum += seconds
        const at = bounds.findIndex((bound) => seconds <= bound)
        if (at >= 0) counted.upTo[at] = (counted.upTo[at] ?? 0) + 1
      }
    },
    text() {
      const lines = [`# HELP ${NAME} Time to answer by route`, `# TYPE ${NAME} histogram`]
      for (const { labels, upTo, count, sum } of kinds.values()) {
        if (count === 0) continue
        let below = 0
        for (const [at, bound] of bounds.entries()) {
          below += upTo[at] ?? 0
          lines.push(`${NAME}_bucket{le="${bound}",${labels}} ${below}`)
        }
        lines.push(`${NAME}_bucket{le="+Inf",${labels}} ${count}`)
        lines.push(`${NAME}_sum{${labels}} ${sum}`, `${NAME}_count{${labels}} ${count}`)
      }
      return `${lines.join('\n')}\n`
    },
  }
}

const escaped = (text: string): string => text.replace(/[\\"\n]/g, (sign) => (sign === '\n' ? '\\n' : `\\${sign}`))
