import type { LeagueEntry } from './clubs.ts'

/** A country's regional leagues. `{}` is replaced by a town in the names of clubs. */
interface Region {
  readonly countryId: string
  readonly country: string
  readonly league: string
  readonly leagues: number
  readonly goals: number
  readonly towns: string
  readonly forms: string
}

const ENGLISH =
  '{} United, {} Rovers, {} Athletic, {} Wanderers, {} Rangers, {} Stars, {} Albion, {} Sporting, {} Youth'

/**
 * 86 leagues of 18 invented clubs, which fill the hours in which the first leagues do not play. With `clubs.ts` there
 * are 1,728 clubs. The demo has 3 matches every 5 minutes, which are 864 matches a day, so each club plays once a day.
 */
const REGIONS: readonly Region[] = [
  {
    countryId: '117',
    country: 'Uganda',
    league: 'Regional League',
    leagues: 9,
    goals: 2.2,
    towns: `Arua, Gulu, Lira, Soroti, Moroto, Kitgum, Nebbi, Masindi, Hoima, Mubende, Mityana, Masaka, Kabale, Rukungiri, Bushenyi,
      Kasese, Iganga, Tororo`,
    forms: ENGLISH,
  },
  {
    countryId: '72',
    country: 'Kenya',
    league: 'County League',
    leagues: 9,
    goals: 2.15,
    towns: `Nakuru, Eldoret, Kisii, Kitale, Thika, Nyeri, Meru, Embu, Machakos, Garissa, Malindi, Lamu, Kericho, Bomet, Narok, Voi,
      Busia, Siaya`,
    forms: ENGLISH,
  },
  {
    countryId: '112',
    country: 'Tanzania',
    league: 'Regional League',
    leagues: 9,
    goals: 2.25,
    towns: `Arusha, Moshi, Tanga, Morogoro, Iringa, Mbeya, Songea, Mtwara, Lindi, Kigoma, Musoma, Bukoba, Shinyanga, Geita, Njombe,
      Babati, Sumbawanga, Mpanda`,
    forms: ENGLISH,
  },
  {
    countryId: '98',
    country: 'Rwanda',
    league: 'District League',
    leagues: 9,
    goals: 2.2,
    towns: `Butare, Gisenyi, Ruhengeri, Gitarama, Byumba, Cyangugu, Kibuye, Kibungo, Nyanza, Rwamagana, Nyamata, Gikongoro, Ruhango,
      Kayonza, Kirehe, Gatsibo, Nyagatare, Rubavu`,
    forms: ENGLISH,
  },
  {
    countryId: '53',
    country: 'Ghana',
    league: 'Zone League',
    leagues: 9,
    goals: 2.15,
    towns: `Tamale, Cape Coast, Takoradi, Sunyani, Koforidua, Ho, Wa, Bolgatanga, Tema, Obuasi, Tarkwa, Techiman, Winneba, Keta,
      Yendi, Nkawkaw, Elmina, Axim`,
    forms: ENGLISH,
  },
  {
    countryId: '44',
    country: 'England',
    league: 'County League',
    leagues: 9,
    goals: 2.8,
    towns: `Ashford, Banbury, Clevedon, Dorking, Evesham, Falmouth, Grantham, Hereford, Ilkeston, Kendal, Leek, Malvern, Newquay,
      Oakham, Penrith, Ripon, Skipton, Truro`,
    forms: ENGLISH,
  },
  {
    countryId: '6',
    country: 'Spain',
    league: 'Liga Regional',
    leagues: 8,
    goals: 2.5,
    towns: `Avila, Burgos, Caceres, Denia, Ecija, Figueres, Gandia, Huesca, Jaca, Lorca, Motril, Nerja, Orense, Plasencia, Ronda,
      Soria, Teruel, Zamora`,
    forms: 'CD {}, UD {}, Real {}, Racing {}, Deportivo {}, Atletico {}, {} CF, Union {}',
  },
  {
    countryId: '5',
    country: 'Italy',
    league: 'Girone Regionale',
    leagues: 8,
    goals: 2.55,
    towns: `Asti, Biella, Cuneo, Domodossola, Empoli, Fano, Gubbio, Imola, Jesi, Lucca, Matera, Nuoro, Orvieto, Pavia, Rieti, Siena,
      Teramo, Viterbo`,
    forms: 'US {}, AC {}, SS {}, Calcio {}, Virtus {}, Pro {}, {} 1908, Nuova {}',
  },
  {
    countryId: '4',
    country: 'Germany',
    league: 'Landesliga',
    leagues: 8,
    goals: 3,
    towns: `Aalen, Bautzen, Celle, Detmold, Emden, Fulda, Goslar, Husum, Jena, Kempten, Landau, Minden, Nordhausen, Oldenburg, Passau,
      Ravensburg, Stendal, Zwickau`,
    forms: 'SV {}, TSV {}, VfL {}, SC {}, FC {}, Fortuna {}, Eintracht {}, Viktoria {}',
  },
  {
    countryId: '3',
    country: 'France',
    league: 'Division Regionale',
    leagues: 8,
    goals: 2.65,
    towns: `Albi, Beauvais, Colmar, Dax, Epinal, Figeac, Gap, Hyeres, Issoire, Laval, Macon, Niort, Orange, Pau, Roanne, Saintes, Tulle,
      Vannes`,
    forms: 'AS {}, US {}, FC {}, Stade {}, Racing {}, Olympique {}, Entente {}, {} Sport',
  },
]

const splitList = (text: string): string[] => text.split(',').map((name) => name.trim())

/** The leagues of all regions. Each has one club per town; clubs of the same town have different name patterns. */
export const REGIONAL_LEAGUES: readonly LeagueEntry[] = REGIONS.flatMap((region, place) => {
  const { countryId, country, league, leagues, goals } = region
  const [towns, forms] = [splitList(region.towns), splitList(region.forms)]
  return Array.from({ length: leagues }, (_, at) => ({
    id: String(9_000 + place * 10 + at),
    name: `${league} ${at + 1}`,
    countryId,
    country,
    goals,
    clubs: towns.map((town, index) => (forms[(index + at) % forms.length] ?? '{}').replace('{}', town)),
  }))
})
