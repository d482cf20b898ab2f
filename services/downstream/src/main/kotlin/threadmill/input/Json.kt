package threadmill.input

import tools.jackson.databind.json.JsonMapper

/** Used for trees only, which need no reflection, so the first call is as fast as later ones. */
val JSON: JsonMapper = JsonMapper.shared()
