import { create } from 'zustand'

type Play = { readonly hasBetInFlight: boolean; readonly isCheckOpen: boolean }

/** State shared by a game and the reality check (PLAY-04), which load separately. */
export const usePlayState = create<Play>(() => ({ hasBetInFlight: false, isCheckOpen: false }))
