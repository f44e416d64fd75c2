import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { useApi } from '../shared/api/queries.ts'
import { useNow } from '../shared/clock.ts'

describe('[APP-30] outside its provider throws', () => {
  it.each([
    ['the time of rendering', () => useNow(1_000), /RenderedAt/],
    ['the cache of answers', () => useApi('GET /api/settings', {}), /QueryClient/],
  ])('%s', (_name, useContextual, message) => {
    const Part = () => (useContextual() === null ? null : 'used')
    expect(() => renderToString(createElement(Part))).toThrow(message)
  })
})
