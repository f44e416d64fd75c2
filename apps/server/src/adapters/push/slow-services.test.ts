import { expect, it } from 'vitest'
import { createSlowServices } from './slow-services.ts'

const LATE = { isAnswered: false, tookMs: 10_000 }

function five() {
  let nowMs = 1_000
  const services = createSlowServices(() => nowMs)
  for (let time = 0; time < 5; time++) {
    expect(services.waitMs(`tarpit-${time}.example.com`)).toBe(0)
    services.finished(`tarpit-${time}.example.com`, LATE)
  }
  return { services, forward: (ms: number) => (nowMs += ms) }
}

it('after five consecutive slow responses from its subdomains, a push service gets one request per 30 s, and other services are unaffected', () => {
  const { services, forward } = five()
  expect([services.waitMs('another.example.com'), services.waitMs('fcm.googleapis.com')]).toEqual([30_000, 0])
  forward(30_000)
  expect([services.waitMs('example.com'), services.waitMs('example.com')]).toEqual([0, 30_000])
})

it('[NOTE-19] a push service that has not responded yet gets at most three parallel requests', () => {
  const services = createSlowServices(() => 1_000)
  for (let time = 0; time < 3; time++) {
    expect([services.hasCapacity('example.com'), services.waitMs(`tarpit-${time}.example.com`)]).toEqual([true, 0])
  }
  expect([services.hasCapacity('other.example.com'), services.hasCapacity('fcm.googleapis.com')]).toEqual([false, true])
  expect(services.waitMs('example.com')).toBe(3_000)
  services.finished('example.com', LATE)
  expect([services.waitMs('example.com'), services.hasCapacity('example.com')]).toEqual([0, false])
})

it('the limit of parallel requests to a push service grows with consecutive timely responses, and returns to three after a slow response', () => {
  const services = createSlowServices(() => 1_000)
  for (let time = 0; time < 8; time++) {
    services.waitMs('example.com')
    services.finished('example.com', { isAnswered: true, tookMs: 40 })
  }
  for (let time = 0; time < 8; time++) expect(services.waitMs('example.com')).toBe(0)
  expect(services.hasCapacity('example.com')).toBe(false)
  for (let time = 0; time < 5; time++) services.finished('example.com', LATE)
  expect(services.hasCapacity('example.com')).toBe(false)
})

it('a timely response lifts the limit on a push service, and a very late response counts as slow', () => {
  const { services, forward } = five()
  forward(30_000)
  services.finished('example.com', { isAnswered: true, tookMs: 9_900 })
  expect(services.waitMs('example.com')).toBe(30_000)
  forward(30_000)
  services.finished('example.com', { isAnswered: true, tookMs: 40 })
  expect(services.waitMs('example.com')).toBe(0)
})
