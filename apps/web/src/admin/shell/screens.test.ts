import { expect, it } from 'vitest'
import type { Capability } from '@mupiira/domain/access/capabilities.ts'
import { routesFor, tabsOf } from './screens.ts'

const tabsWith = (...capabilities: readonly Capability[]) =>
  tabsOf(routesFor((capability) => capabilities.includes(capability))).map(({ name, path }) => `${name} ${path}`)

it('[ADMX-04] staff see only the tabs of their capabilities', () => {
  expect(tabsWith()).toEqual([])
  expect(tabsWith('admin:enter', 'admin:reports:read')).toEqual([
    'Dashboard /admin/dashboard',
    'Reports /admin/reports',
    'Settings /admin/sign-in',
  ])
  expect(tabsWith('admin:chat:read')).toEqual(['Customer care /admin/chat'])
})
