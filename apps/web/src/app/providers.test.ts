import { useQuery } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { useNow } from '../shared/clock.ts'
import { settingsQuery } from '../state/settings.ts'

describe('[APP-30] a context outside its provider', () => {
  it.each([
    ['the time of rendering', () => useNow(1_000), /RenderedAt/],
    ['the query cache', () => useQuery(settingsQuery), /QueryClient/],
  ])('reading the React context of %s outside its provider throws', (_name, useContextual, message) => {
    const Part = () => (useContextual() === null ? null : 'used')
    expect(() => renderToString(createElement(Part))).toThrow(message)
  })
})
