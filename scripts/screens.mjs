import { enter } from './bootstrap.mjs'

enter('screens.ts')
