// SPDX-License-Identifier: GPL-3.0-or-later

/// The files that a live server has built in: its pages, and the description of its interface.
///
/// A target of their own: as lists of bytes they take the compiler seconds by themselves, and minutes among other code.
package enum WebFiles {
    /// What people see in a browser, by the name under which it is served.
    package static let pages: [String: @Sendable () -> [UInt8]] = [
        "account.html": { PackageResources.account_html },
        "account.js": { PackageResources.account_js },
        "alert.js": { PackageResources.alert_js },
        "client.js": { PackageResources.client_js },
        "dispatcher.html": { PackageResources.dispatcher_html },
        "dispatcher.js": { PackageResources.dispatcher_js },
        "dom.js": { PackageResources.dom_js },
        "driver.html": { PackageResources.driver_html },
        "driver.js": { PackageResources.driver_js },
        "forms.js": { PackageResources.forms_js },
        "geometry.js": { PackageResources.geometry_js },
        "home.js": { PackageResources.home_js },
        "index.html": { PackageResources.index_html },
        "languages/de.json": { PackageResources.de_json },
        "languages/en.json": { PackageResources.en_json },
        "languages/index.json": { PackageResources.index_json },
        "languages/it.json": { PackageResources.it_json },
        "languages/stores-de.json": { PackageResources.stores_de_json },
        "languages/stores-en.json": { PackageResources.stores_en_json },
        "languages/stores-it.json": { PackageResources.stores_it_json },
        "link.html": { PackageResources.link_html },
        "link.js": { PackageResources.link_js },
        "manager.html": { PackageResources.manager_html },
        "manager.js": { PackageResources.manager_js },
        "map.js": { PackageResources.map_js },
        "news.js": { PackageResources.news_js },
        "order.js": { PackageResources.order_js },
        "page.js": { PackageResources.page_js },
        "passenger.html": { PackageResources.passenger_html },
        "passenger.js": { PackageResources.passenger_js },
        "places.js": { PackageResources.places_js },
        "shopper.html": { PackageResources.shopper_html },
        "shopper.js": { PackageResources.shopper_js },
        "standing.js": { PackageResources.standing_js },
        "style.css": { PackageResources.style_css },
        "texts.js": { PackageResources.texts_js },
        "totem.html": { PackageResources.totem_html },
        "totem.js": { PackageResources.totem_js },
    ]

    /// The parts of the interface's description, in OpenAPI 3.1: one for the services of each room.
    package static var descriptions: [[UInt8]] {
        [
            PackageResources.openapi_json, PackageResources.openapi_stores_json, PackageResources.openapi_health_json,
            PackageResources.openapi_races_json, PackageResources.openapi_trips_json,
        ]
    }
}
