import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from '@prometheus-io/client'

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

let processRegistry: Registry | undefined

/**
 * Memory, CPU time and event loop of this process. The client measures them with timers that cannot be stopped, so they
 * are started once, when they are first read: tests create many kernels in one process.
 */
function processMetrics(): Registry {
  if (processRegistry !== undefined) return processRegistry
  processRegistry = new Registry()
  collectDefaultMetrics({ register: processRegistry })
  return processRegistry
}

/** The metrics of a node. Modules add theirs with `counter` and `gauge`. */
export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  return {
    requestSeconds: new Histogram({
      name: 'http_request_seconds',
      help: 'Response time by route',
      labelNames: ['method', 'route', 'status'] as const,
      buckets: SECONDS,
      registers,
    }),
    callbacksRefused: new Counter({
      name: 'callbacks_refused',
      help: 'Callbacks of payment providers answered 4xx or 5xx',
      labelNames: ['route', 'status'] as const,
      registers,
    }),
    jobSeconds: new Histogram({
      name: 'job_seconds',
      help: 'Runs of periodic jobs',
      labelNames: ['job', 'outcome'] as const,
      buckets: SECONDS,
      registers,
    }),
    batchSize: new Histogram({
      name: 'batch_size',
      help: 'Commands per batch',
      labelNames: ['batcher'] as const,
      buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256],
      registers,
    }),
    counter: <Label extends string>(name: string, help: string, labelNames: readonly Label[] = []) =>
      new Counter<Label>({ name, help, labelNames: [...labelNames], registers }),
    /** `read` runs when the metrics are collected. */
    gauge: (name: string, help: string, read: () => number | Promise<number>) =>
      new Gauge({
        name,
        help,
        registers,
        async collect() {
          this.set(await read())
        },
      }),
    text: () => Registry.merge([processMetrics(), registry]).metrics(),
    contentType: registry.contentType,
  }
}

export type Metrics = ReturnType<typeof createMetrics>
