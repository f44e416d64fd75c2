import { brand } from '../shared/brand.ts'
import type { ScreenRoute } from './routes.ts'

export const pageTitle = (route: Pick<ScreenRoute, 'title'>): string => `${route.title} · ${brand.name}`
