/** The districts that the specification prescribes, in its order (AUTH-46). Fort Portal is a city of Kabarole. */
export const COMMON_DISTRICTS = [
  ...['Kampala', 'Wakiso', 'Mukono', 'Jinja', 'Mbale', 'Mbarara', 'Gulu', 'Lira', 'Arua', 'Masaka', 'Kabale', 'Hoima'],
  ...['Soroti', 'Tororo', 'Fort Portal', 'Kasese', 'Mityana', 'Koboko', 'Moroto', 'Masindi'],
]

/** Uganda's 135 districts and the capital, by region (Uganda Bureau of Statistics, since July 2020). */
const CENTRAL = [
  ...['Buikwe', 'Bukomansimbi', 'Butambala', 'Buvuma', 'Gomba', 'Kalangala', 'Kalungu', 'Kampala', 'Kassanda'],
  ...['Kayunga', 'Kiboga', 'Kyankwanzi', 'Kyotera', 'Luweero', 'Lwengo', 'Lyantonde', 'Masaka', 'Mityana', 'Mpigi'],
  ...['Mubende', 'Mukono', 'Nakaseke', 'Nakasongola', 'Rakai', 'Sembabule', 'Wakiso'],
]
const EASTERN = [
  ...['Amuria', 'Budaka', 'Bududa', 'Bugiri', 'Bugweri', 'Bukedea', 'Bukwo', 'Bulambuli', 'Busia', 'Butaleja'],
  ...['Butebo', 'Buyende', 'Iganga', 'Jinja', 'Kaberamaido', 'Kalaki', 'Kaliro', 'Kamuli', 'Kapchorwa', 'Kapelebyong'],
  ...['Katakwi', 'Kibuku', 'Kumi', 'Kween', 'Luuka', 'Manafwa', 'Mayuge', 'Mbale', 'Namayingo', 'Namisindwa'],
  ...['Namutumba', 'Ngora', 'Pallisa', 'Serere', 'Sironko', 'Soroti', 'Tororo'],
]
const NORTHERN = [
  ...['Abim', 'Adjumani', 'Agago', 'Alebtong', 'Amolatar', 'Amudat', 'Amuru', 'Apac', 'Arua', 'Dokolo', 'Gulu'],
  ...['Kaabong', 'Karenga', 'Kitgum', 'Koboko', 'Kole', 'Kotido', 'Kwania', 'Lamwo', 'Lira', 'Madi-Okollo', 'Maracha'],
  ...['Moroto', 'Moyo', 'Nabilatuk', 'Nakapiripirit', 'Napak', 'Nebbi', 'Nwoya', 'Obongi', 'Omoro', 'Otuke', 'Oyam'],
  ...['Pader', 'Pakwach', 'Terego', 'Yumbe', 'Zombo'],
]
const WESTERN = [
  ...['Buhweju', 'Buliisa', 'Bundibugyo', 'Bunyangabu', 'Bushenyi', 'Hoima', 'Ibanda', 'Isingiro', 'Kabale'],
  ...['Kabarole', 'Kagadi', 'Kakumiro', 'Kamwenge', 'Kanungu', 'Kasese', 'Kazo', 'Kibaale', 'Kikuube', 'Kiruhura'],
  ...['Kiryandongo', 'Kisoro', 'Kitagwenda', 'Kyegegwa', 'Kyenjojo', 'Masindi', 'Mbarara', 'Mitooma', 'Ntoroko'],
  ...['Ntungamo', 'Rubanda', 'Rubirizi', 'Rukiga', 'Rukungiri', 'Rwampara', 'Sheema'],
]
const ALL = [...CENTRAL, ...EASTERN, ...NORTHERN, ...WESTERN]

/** The locations of the registration form: the prescribed ones, then all other districts by name. */
export const DISTRICTS: readonly string[] = [
  ...COMMON_DISTRICTS,
  ...ALL.filter((name) => !COMMON_DISTRICTS.includes(name)).sort(),
]

/** "Madi-Okollo", "madi okollo" and "madiokollo" are the same. */
const fold = (text: string): string => text.toLowerCase().replaceAll(/[^a-z]/g, '')

/** `findDistrict(' fort portal')` → "Fort Portal"; undefined for any other place. */
export const findDistrict = (typed: string): string | undefined => {
  const wanted = fold(typed)
  return DISTRICTS.find((name) => fold(name) === wanted)
}

/**
 * The districts whose names contain the text; those that start with it come first. An empty text returns all districts.
 */
export function searchDistricts(typed: string): readonly string[] {
  const wanted = fold(typed)
  const found = DISTRICTS.filter((name) => fold(name).includes(wanted))
  const isFirst = (name: string): boolean => fold(name).startsWith(wanted)
  return [...found.filter(isFirst), ...found.filter((name) => !isFirst(name))]
}
