import { create } from 'zustand'

type Play = { readonly hasBetInFlight: boolean; readonly isCheckOpen: boolean }

/** What a game and the reality check must know of one another (PLAY-04): each is loaded by itself. */
export const usePlay = create<Play>(() => ({ hasBetInFlight: false, isCheckOpen: false }))
