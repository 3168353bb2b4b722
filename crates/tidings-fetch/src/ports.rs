//! Which ports may be contacted: those of the web, and high ones not used by another known protocol.
//!
//! A feed reader can be made to send bytes of an attacker's choice to a port. Ports below 1024 other than 80 and 443
//! belong to other services; of the rest, the list below has the usual ports of services that might mistake an HTTP
//! request for something else. The operator's allow-list can include any port explicitly.

/// Ports from 1024 on that are used by another protocol, in order.
const OTHER_PROTOCOLS: [(u16, u16); 38] = [
    (1080, 1080),   // SOCKS
    (1433, 1434),   // SQL Server
    (1521, 1521),   // Oracle
    (1719, 1720),   // H.323
    (1723, 1723),   // PPTP
    (1883, 1883),   // MQTT
    (2049, 2049),   // NFS
    (2181, 2181),   // ZooKeeper
    (2375, 2376),   // Docker
    (2379, 2380),   // etcd
    (3306, 3306),   // MySQL
    (3389, 3389),   // Remote Desktop
    (3659, 3659),   // Apple SASL
    (4045, 4045),   // NFS lock daemon
    (4190, 4190),   // ManageSieve
    (4369, 4369),   // Erlang port mapper
    (5060, 5061),   // SIP
    (5432, 5433),   // PostgreSQL
    (5671, 5672),   // AMQP
    (5900, 5909),   // VNC
    (5984, 5984),   // CouchDB
    (6000, 6009),   // X11
    (6379, 6380),   // Redis
    (6566, 6566),   // SANE
    (6665, 6669),   // IRC
    (6679, 6679),   // IRC over TLS
    (6697, 6697),   // IRC over TLS
    (7000, 7001),   // Cassandra between nodes
    (9042, 9042),   // Cassandra
    (9092, 9092),   // Kafka
    (9200, 9200),   // Elasticsearch
    (9300, 9300),   // Elasticsearch between nodes
    (10080, 10080), // Amanda
    (10250, 10250), // Kubernetes node agent
    (11211, 11211), // memcached
    (26257, 26257), // CockroachDB
    (27017, 27019), // MongoDB
    (61616, 61616), // ActiveMQ
];

/// Whether a port may be contacted without being on the allow-list.
pub(crate) fn is_permitted(port: u16) -> bool {
    let is_other = OTHER_PROTOCOLS.iter().any(|&(first, last)| (first..=last).contains(&port));
    matches!(port, 80 | 443) || (port >= 1024 && !is_other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ports_of_other_protocols_are_blocked() {
        for port in [
            0, 1, 21, 22, 25, 53, 110, 143, 445, 465, 587, 993, 1023, 3306, 5432, 6379, 11211,
            27017,
        ] {
            assert!(!is_permitted(port), "{port}");
        }
        for port in [80, 443, 1024, 3000, 8000, 8080, 8443, 9900, 49152, 65535] {
            assert!(is_permitted(port), "{port}");
        }
    }

    #[test]
    fn the_list_is_in_order() {
        assert!(OTHER_PROTOCOLS.iter().all(|(first, last)| first <= last));
        assert!(OTHER_PROTOCOLS.windows(2).all(|pair| pair[0].1 < pair[1].0));
    }
}
