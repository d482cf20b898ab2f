package threadmill.input

import tools.jackson.databind.json.JsonMapper

/** Used for trees only: they need no reflection, so the first call costs as little as the thousandth. */
val JSON: JsonMapper = JsonMapper.shared()
